// Integer and bit intrinsics.
#pragma once

#include <cstdint>

namespace cudasim {
/// The same bits as another type of the same size.
template <class To, class From>
inline To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
}  // namespace cudasim

inline int __float_as_int(float x) { return cudasim::bits_as<int>(x); }
inline unsigned int __float_as_uint(float x) { return cudasim::bits_as<unsigned int>(x); }
inline float __int_as_float(int x) { return cudasim::bits_as<float>(x); }
inline float __uint_as_float(unsigned int x) { return cudasim::bits_as<float>(x); }
inline long long __double_as_longlong(double x) { return cudasim::bits_as<long long>(x); }
inline double __longlong_as_double(long long x) { return cudasim::bits_as<double>(x); }
inline int __double2hiint(double x) { return static_cast<int>(cudasim::bits_as<std::uint64_t>(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(cudasim::bits_as<std::uint64_t>(x)); }
inline double __hiloint2double(int high, int low) {
  return cudasim::bits_as<double>(std::uint64_t{static_cast<std::uint32_t>(high)} << 32 |
                                  static_cast<std::uint32_t>(low));
}

// ---- counting and moving bits ----
// Not constexpr, since CUDA's are not: what compiles here would be another program for nvcc.
inline int __popc(unsigned int x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
/// Position of the lowest set bit, counted from 1; 0 if there is none.
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned int __brev(unsigned int x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned int>(x))) << 32 |
         __brev(static_cast<unsigned int>(x >> 32));
}
/// Position of the offset-th set bit at or above (below, if the offset is negative) the base; ~0 if there is
/// none.
inline unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (offset == 0) return mask >> base & 1u ? base : ~0u;
  const int step = offset > 0 ? 1 : -1;
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step)
    if (mask >> at & 1u && (offset -= step) == 0) return static_cast<unsigned int>(at);
  return ~0u;
}
/// Four bytes picked out of the eight of y:x by the selector's nibbles; bit 3 of one copies the byte's sign.
namespace cudasim {
/// PTX's prmt: bit 3 of a selector asks for eight copies of the byte's sign.
constexpr unsigned int prmt(unsigned int x, unsigned int y, unsigned int selector) {
  const std::uint64_t both = std::uint64_t{y} << 32 | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned int nibble = selector >> (4 * i);
    unsigned int byte = static_cast<unsigned int>(both >> (8 * (nibble & 7u))) & 0xffu;
    if (nibble & 8u) byte = byte & 0x80u ? 0xffu : 0u;
    result |= byte << (8 * i);
  }
  return result;
}
}  // namespace cudasim
/// Of each selector three bits count.
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  return cudasim::prmt(x, y, selector & 0x7777u);
}
inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  shift = shift < 32 ? shift : 32;
  return static_cast<unsigned int>(((std::uint64_t{high} << 32 | low) >> (32 - shift)) & 0xffffffffu);
}
inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  return __funnelshift_lc(low, high, shift & 31u);
}
inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  shift = shift < 32 ? shift : 32;
  return static_cast<unsigned int>((std::uint64_t{high} << 32 | low) >> shift);
}
inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  return __funnelshift_rc(low, high, shift & 31u);
}

// ---- arithmetic ----
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<std::int64_t>(a) * b >> 32); }
inline unsigned int __umulhi(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>(std::uint64_t{a} * b >> 32);
}
__extension__ typedef __int128 cudasim_int128;
__extension__ typedef unsigned __int128 cudasim_uint128;
inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<cudasim_int128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<cudasim_uint128>(a) * b >> 64);
}
namespace cudasim {
constexpr int low24(int x) { return static_cast<int>(static_cast<unsigned int>(x) << 8) >> 8; }
}  // namespace cudasim
/// Product of the low 24 bits, its low 32 bits.
inline int __mul24(int a, int b) {
  return static_cast<int>(static_cast<std::int64_t>(cudasim::low24(a)) * cudasim::low24(b));
}
inline unsigned int __umul24(unsigned int a, unsigned int b) { return (a & 0xffffffu) * (b & 0xffffffu); }
inline int mul24(int a, int b) { return __mul24(a, b); }
inline unsigned int umul24(unsigned int a, unsigned int b) { return __umul24(a, b); }
inline int mulhi(int a, int b) { return __mulhi(a, b); }
inline unsigned int umulhi(unsigned int a, unsigned int b) { return __umulhi(a, b); }
/// |a - b| + c
inline unsigned int __sad(int a, int b, unsigned int c) {
  return (a > b ? static_cast<unsigned int>(a) - static_cast<unsigned int>(b)
                : static_cast<unsigned int>(b) - static_cast<unsigned int>(a)) +
         c;
}
inline unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
  return (a > b ? a - b : b - a) + c;
}
/// Averages without overflow: rounded down, and (r) up.
inline int __hadd(int a, int b) { return static_cast<int>((static_cast<std::int64_t>(a) + b) >> 1); }
inline int __rhadd(int a, int b) { return static_cast<int>((static_cast<std::int64_t>(a) + b + 1) >> 1); }
inline unsigned int __uhadd(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((std::uint64_t{a} + b) >> 1);
}
inline unsigned int __urhadd(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((std::uint64_t{a} + b + 1) >> 1);
}
