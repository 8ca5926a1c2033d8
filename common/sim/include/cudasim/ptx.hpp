// What the translator makes of inline PTX: a function for each instruction, of its name, and one for each special register.
#pragma once

#include <cmath>
#include <type_traits>

#include "cudasim/builtins.hpp"
#include "cudasim/intrinsics.hpp"
#include "cudasim/sync.hpp"
#include "cudasim/warp.hpp"

namespace cudasim {
namespace detail {
unsigned multiprocessor_count();
/// Of the host's clock.
unsigned long nanoseconds();
}  // namespace detail
namespace ptx {

/// An operand as a register of the instruction's type: the same bits, or the same number where the sizes differ.
template <class T, class U>
__attribute__((always_inline)) inline T as(const U& value) {
  if constexpr (sizeof(T) == sizeof(U)) {
    T result;
    __builtin_memcpy(&result, static_cast<const void*>(&value), sizeof(T));
    return result;
  } else {
    return static_cast<T>(value);
  }
}
template <class U, class T>
__attribute__((always_inline)) inline void set(U& to, const T& value) {
  to = as<U>(value);
}

inline unsigned laneid() { return detail::lane_id(); }
inline unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
inline unsigned warpid() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}
inline unsigned nwarpid() { return (threads_of_block() + 31) / 32; }
/// Blocks stay where they begin, one multiprocessor after the other: one way of many that a device has.
inline unsigned nsmid() { return detail::multiprocessor_count(); }
inline unsigned smid() { return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % nsmid(); }
inline unsigned lanemask_eq() { return 1u << laneid(); }
inline unsigned lanemask_lt() { return lanemask_eq() - 1; }
inline unsigned lanemask_le() { return lanemask_lt() | lanemask_eq(); }
inline unsigned lanemask_ge() { return ~lanemask_lt(); }
inline unsigned lanemask_gt() { return ~lanemask_le(); }
inline unsigned long clock64() { return static_cast<unsigned long>(detail::cycles()); }
inline unsigned clock() { return static_cast<unsigned>(clock64()); }
inline unsigned long globaltimer() { return detail::nanoseconds(); }
#define CUDASIM_REGISTERS(name, variable)           \
  inline unsigned name##_x() { return variable.x; } \
  inline unsigned name##_y() { return variable.y; } \
  inline unsigned name##_z() { return variable.z; }
CUDASIM_REGISTERS(tid, threadIdx)
CUDASIM_REGISTERS(ntid, blockDim)
CUDASIM_REGISTERS(ctaid, blockIdx)
CUDASIM_REGISTERS(nctaid, gridDim)
#undef CUDASIM_REGISTERS

// The names end with _ since some are words of C++.
#define CUDASIM_UNARY(name, expression) \
  template <class T>                    \
  inline auto name##_(T a) {            \
    return expression;                  \
  }
#define CUDASIM_BINARY(name, expression) \
  template <class T>                     \
  inline auto name##_(T a, T b) {        \
    return expression;                   \
  }
#define CUDASIM_TERNARY(name, expression) \
  template <class T>                      \
  inline auto name##_(T a, T b, T c) {    \
    return expression;                    \
  }

template <class T>
constexpr unsigned bits_of = 8 * sizeof(T);
/// Wraps as registers do.
template <class T, class Wide>
constexpr T low(Wide value) {
  return static_cast<T>(value);
}
template <class T, bool = std::is_integral<T>::value>
struct Unsigned {
  using Type = std::make_unsigned_t<T>;
};
template <class T>
struct Unsigned<T, false> {
  using Type = T;
};
/// Integers are added and multiplied without signs, in at least 32 bits.
template <class T>
constexpr auto plain(T a) {
  return +static_cast<typename Unsigned<T>::Type>(a);
}
template <class T>
using Double = std::conditional_t<sizeof(T) == 8,
                                  std::conditional_t<std::is_signed<T>::value, __int128, unsigned __int128>,
                                  std::conditional_t<std::is_signed<T>::value, long, unsigned long>>;

CUDASIM_UNARY(mov, a)
CUDASIM_UNARY(not, low<T>(~a))
CUDASIM_UNARY(neg, low<T>(-plain(a)))
CUDASIM_UNARY(abs, a < 0 ? low<T>(-plain(a)) : a)
CUDASIM_UNARY(brev, sizeof(T) == 8 ? static_cast<T>(__brevll(static_cast<unsigned long long>(a)))
                                   : static_cast<T>(__brev(static_cast<unsigned>(a))))
CUDASIM_UNARY(popc, static_cast<unsigned>(__builtin_popcountll(static_cast<unsigned long long>(a))))
CUDASIM_UNARY(clz, a == 0 ? bits_of<T> : static_cast<unsigned>(__builtin_clzll(a)) - (64 - bits_of<T>))
CUDASIM_BINARY(and, low<T>(a& b))
CUDASIM_BINARY(or, low<T>(a | b))
CUDASIM_BINARY(xor, low<T>(a ^ b))
CUDASIM_BINARY(add, low<T>(plain(a) + plain(b)))
CUDASIM_BINARY(sub, low<T>(plain(a) - plain(b)))
CUDASIM_BINARY(mul, a* b)
CUDASIM_BINARY(mul_lo, low<T>(plain(a) * plain(b)))
CUDASIM_BINARY(mul_hi, low<T>((static_cast<Double<T>>(a) * static_cast<Double<T>>(b)) >> bits_of<T>))
CUDASIM_BINARY(mul_wide, static_cast<Double<T>>(a) * static_cast<Double<T>>(b))
CUDASIM_TERNARY(mad_lo, low<T>(plain(a) * plain(b) + plain(c)))
CUDASIM_TERNARY(fma, std::fma(a, b, c))
CUDASIM_BINARY(min, b < a ? b : a)
CUDASIM_BINARY(max, a < b ? b : a)
CUDASIM_UNARY(ex2_approx, std::exp2(a))
CUDASIM_UNARY(lg2_approx, std::log2(a))
CUDASIM_UNARY(rcp_approx, T{1} / a)
CUDASIM_UNARY(sqrt_approx, std::sqrt(a))
CUDASIM_UNARY(rsqrt_approx, T{1} / std::sqrt(a))
CUDASIM_UNARY(sin_approx, std::sin(a))
CUDASIM_UNARY(cos_approx, std::cos(a))
CUDASIM_TERNARY(prmt, __byte_perm(a, b, c))
CUDASIM_TERNARY(shf_l_wrap, __funnelshift_l(a, b, c))
CUDASIM_TERNARY(shf_r_wrap, __funnelshift_r(a, b, c))
CUDASIM_TERNARY(shf_l_clamp, __funnelshift_lc(a, b, c))
CUDASIM_TERNARY(shf_r_clamp, __funnelshift_rc(a, b, c))
#undef CUDASIM_UNARY
#undef CUDASIM_BINARY
#undef CUDASIM_TERNARY

/// Shifts by the width or more leave nothing, or the sign.
template <class T>
inline T shl_(T a, T amount) {
  return static_cast<unsigned>(amount) >= bits_of<T> ? T{0} : low<T>(plain(a) << amount);
}
template <class T>
inline T shr_(T a, T amount) {
  if (static_cast<unsigned>(amount) < bits_of<T>) return low<T>(a >> amount);
  return a < 0 ? low<T>(-1) : T{0};
}

/// Some bits of `a`; a signed field is filled up with its highest bit, which is the word's where the field goes beyond.
template <class T>
inline T bfe_(T a, T position, T length) {
  const unsigned from = static_cast<unsigned>(position) & 255u, count = static_cast<unsigned>(length) & 255u;
  const unsigned last = from + count - 1 < bits_of<T> - 1 ? from + count - 1 : bits_of<T> - 1;
  const auto bits = static_cast<unsigned long>(plain(a));
  const bool fill = std::is_signed<T>::value && count != 0 && ((bits >> last) & 1) != 0;
  unsigned long field = fill ? ~0ul : 0ul;
  for (unsigned i = 0; i < count && i < bits_of<T>; ++i) {
    const bool bit = from + i <= last ? ((bits >> (from + i)) & 1) != 0 : fill;
    field = bit ? field | 1ul << i : field & ~(1ul << i);
  }
  return low<T>(field);
}

/// `b` with its bits from `position` on replaced by the lowest of `a`.
template <class T>
inline T bfi_(T a, T b, T position, T length) {
  const unsigned from = static_cast<unsigned>(position) & 255u, count = static_cast<unsigned>(length) & 255u;
  T result = b;
  for (unsigned i = 0; i < count && from + i < bits_of<T>; ++i) {
    const T bit = T{1} << (from + i);
    result = (a >> i & 1) != 0 ? result | bit : result & ~bit;
  }
  return result;
}

/// Bit by bit the function of three whose table is `table`.
template <class T>
inline T lop3_(T a, T b, T c, T table) {
  T result = 0;
  for (unsigned row = 0; row < 8; ++row)
    if ((table >> row & 1) != 0)
      result |= ((row & 4) != 0 ? a : ~a) & ((row & 2) != 0 ? b : ~b) & ((row & 1) != 0 ? c : ~c);
  return result;
}

}  // namespace ptx
}  // namespace cudasim
