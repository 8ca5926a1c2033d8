// A 16-bit floating-point number whose arithmetic is done in float and rounded once: exact as long as float
// has more than twice its digits, which it has for half (11) and bfloat16 (8). The intrinsics are friends, so
// that one text serves both formats and a float argument converts, as with the device headers.
#pragma once

#include <math.h>

#include <cstdint>

#include "cudasim/atomics.hpp"
#include "cudasim/intrinsics.hpp"
#include "cudasim/rounding.hpp"
#include "cudasim/types.hpp"

namespace cudasim {

enum class Rounding { nearest, to_zero, up, down };

template <int exponent_bits, int fraction_bits>
struct SmallFormat {
  static constexpr int bias = (1 << (exponent_bits - 1)) - 1;
  static constexpr std::uint32_t infinity = ((1u << exponent_bits) - 1) << fraction_bits;
};

/// Most conversions are of this kind: no loop over digits, the processor rounds. Added to 2^n, a smaller number is rounded to the unit of the
/// last place of 2^n, so n is chosen such that this unit is the result's.
template <int exponent_bits, int fraction_bits>
inline std::uint16_t narrow_to_nearest(double value) {
  using Format = SmallFormat<exponent_bits, fraction_bits>;
  constexpr std::uint64_t one_exponent = 1ULL << 52, infinite = 0x7ff * one_exponent;
  constexpr std::uint64_t least = (1024 - Format::bias) * one_exponent;  // below it, the unit stays
  constexpr std::uint64_t too_large = (1024 + Format::bias) * one_exponent;
  const auto wide = bits_as<std::uint64_t>(value);
  const auto sign = static_cast<std::uint32_t>(wide >> 48) & 0x8000u;
  const std::uint64_t size = wide & ~(1ULL << 63);
  if (size >= too_large)
    return static_cast<std::uint16_t>(size > infinite ? 0x7fff : sign | Format::infinity);
  const std::uint64_t exponent = size < least ? least : size & infinite;
  const std::uint64_t power = exponent + (52 - fraction_bits) * one_exponent;
  const double sum = bits_as<double>(size) + bits_as<double>(power);
  const auto digits = static_cast<std::uint32_t>(bits_as<std::uint64_t>(sum) - power);
  // The digits' leading one adds itself to the exponent field; a carry moves into it as it should.
  const auto field = static_cast<std::uint32_t>((exponent - least) >> 52);
  return static_cast<std::uint16_t>(sign | ((field << fraction_bits) + digits));
}

/// The value as 1 sign bit, `exponent_bits` and `fraction_bits`, rounded from double, which holds every
/// float.
template <int exponent_bits, int fraction_bits>
inline std::uint16_t narrow(double value, Rounding rounding) {
  if (rounding == Rounding::nearest) return narrow_to_nearest<exponent_bits, fraction_bits>(value);
  constexpr int bias = SmallFormat<exponent_bits, fraction_bits>::bias;
  constexpr std::uint32_t infinity = SmallFormat<exponent_bits, fraction_bits>::infinity;
  const auto wide = bits_as<std::uint64_t>(value);
  const std::uint32_t sign = wide >> 63 != 0 ? 0x8000u : 0u;
  const int wide_exponent = static_cast<int>(wide >> 52 & 0x7ff) - 1023;
  std::uint64_t significand = wide & ((1ULL << 52) - 1);
  if (wide_exponent == 1024) return static_cast<std::uint16_t>(significand != 0 ? 0x7fff : sign | infinity);
  if (wide_exponent > -1023) significand |= 1ULL << 52;

  // Below the smallest normal number the unit of the last place stays, so more digits drop; from 54 on all
  // do.
  const int exponent = wide_exponent < 1 - bias ? 1 - bias : wide_exponent;
  const int dropped = 52 - fraction_bits + exponent - wide_exponent;
  const int shift = dropped < 54 ? dropped : 54;
  auto digits = static_cast<std::uint32_t>(significand >> shift);
  const std::uint64_t rest = significand & ((1ULL << shift) - 1);
  const bool away = rounding == Rounding::up     ? rest != 0 && sign == 0
                    : rounding == Rounding::down ? rest != 0 && sign != 0
                                                 : false;
  digits += away ? 1 : 0;
  // The digits' leading one adds itself to the exponent field; a carry moves into it as it should.
  const auto field =
      static_cast<std::uint32_t>(exponent + bias - 1 < 2 * bias + 1 ? exponent + bias - 1 : 2 * bias + 1);
  std::uint32_t bits = (field << fraction_bits) + digits;
  if (bits >= infinity) {
    const bool stays = rounding == Rounding::to_zero || (rounding == Rounding::up && sign != 0) ||
                       (rounding == Rounding::down && sign == 0);
    bits = stays ? infinity - 1 : infinity;
  }
  return static_cast<std::uint16_t>(sign | bits);
}

template <int exponent_bits, int fraction_bits>
inline float widen(std::uint16_t bits) {
  if constexpr (exponent_bits == 8 && fraction_bits == 7)  // the upper half of a float
    return bits_as<float>(std::uint32_t{bits} << 16);
  constexpr int bias = SmallFormat<exponent_bits, fraction_bits>::bias;
  const std::uint32_t sign = (bits & 0x8000u) << 16;
  const std::uint32_t field = bits >> fraction_bits & ((1u << exponent_bits) - 1);
  const std::uint32_t fraction = bits & ((1u << fraction_bits) - 1);
  if (field == (1u << exponent_bits) - 1)
    return bits_as<float>(sign | 0x7f800000u | fraction << (23 - fraction_bits));
  if (field == 0) {
    const auto unit = bits_as<float>((128u - bias - fraction_bits) << 23);
    const float size = static_cast<float>(fraction) * unit;
    return sign != 0 ? -size : size;
  }
  return bits_as<float>(sign | (field + 127u - bias) << 23 | fraction << (23 - fraction_bits));
}

/// The bits of a SmallFloat, of two of them, as CUDA's headers hand them on: `__half_raw`.
template <int exponent_bits, int fraction_bits>
struct RawFloat {
  unsigned short x;
};
template <int exponent_bits, int fraction_bits>
struct alignas(4) RawFloat2 {
  unsigned short x, y;
};

template <int exponent_bits, int fraction_bits>
struct SmallFloat {
  std::uint16_t bits;

  SmallFloat() = default;
  SmallFloat(double value) : bits(narrow<exponent_bits, fraction_bits>(value, Rounding::nearest)) {}
  SmallFloat(float value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(int value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(unsigned int value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(long value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(unsigned long value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(long long value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(unsigned long long value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(short value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(unsigned short value) : SmallFloat(static_cast<double>(value)) {}
  SmallFloat(RawFloat<exponent_bits, fraction_bits> raw) : bits(raw.x) {}
  operator RawFloat<exponent_bits, fraction_bits>() const { return {bits}; }
  static SmallFloat from(double value, Rounding rounding) {
    return of_bits(narrow<exponent_bits, fraction_bits>(value, rounding));
  }
  static SmallFloat of_bits(std::uint16_t bits) {
    SmallFloat result;
    result.bits = bits;
    return result;
  }
  operator float() const { return widen<exponent_bits, fraction_bits>(bits); }

  SmallFloat& operator+=(SmallFloat b) { return *this = *this + b; }
  SmallFloat& operator-=(SmallFloat b) { return *this = *this - b; }
  SmallFloat& operator*=(SmallFloat b) { return *this = *this * b; }
  SmallFloat& operator/=(SmallFloat b) { return *this = *this / b; }
  SmallFloat& operator++() { return *this = *this + SmallFloat(1); }
  SmallFloat& operator--() { return *this = *this - SmallFloat(1); }
  SmallFloat operator++(int) {
    const SmallFloat before = *this;
    ++*this;
    return before;
  }
  SmallFloat operator--(int) {
    const SmallFloat before = *this;
    --*this;
    return before;
  }

#define CUDASIM_ARITHMETIC(name, operation)                                   \
  friend SmallFloat name(SmallFloat a, SmallFloat b) {                        \
    return SmallFloat(static_cast<float>(a) operation static_cast<float>(b)); \
  }
  CUDASIM_ARITHMETIC(operator+, +)
  CUDASIM_ARITHMETIC(operator-, -)
  CUDASIM_ARITHMETIC(operator*, *)
  CUDASIM_ARITHMETIC(operator/, /)
  CUDASIM_ARITHMETIC(__hadd, +)
  CUDASIM_ARITHMETIC(__hsub, -)
  CUDASIM_ARITHMETIC(__hmul, *)
  CUDASIM_ARITHMETIC(__hdiv, /)
  CUDASIM_ARITHMETIC(__hadd_rn, +)
  CUDASIM_ARITHMETIC(__hsub_rn, -)
  CUDASIM_ARITHMETIC(__hmul_rn, *)
#undef CUDASIM_ARITHMETIC
  friend SmallFloat operator+(SmallFloat a) { return a; }
  friend SmallFloat operator-(SmallFloat a) { return of_bits(static_cast<std::uint16_t>(a.bits ^ 0x8000u)); }
  friend SmallFloat __hneg(SmallFloat a) { return -a; }
  friend SmallFloat __habs(SmallFloat a) { return of_bits(static_cast<std::uint16_t>(a.bits & 0x7fffu)); }
  /// The product is exact in double, so the sum is rounded once but for the rarest cases. fma() would give the same, after a call.
  friend SmallFloat __hfma(SmallFloat a, SmallFloat b, SmallFloat c) {
    return SmallFloat(double{a} * double{b} + double{c});
  }
  friend SmallFloat saturated(SmallFloat a) {
    return a > SmallFloat(0) ? (a < SmallFloat(1) ? a : SmallFloat(1)) : SmallFloat(0);
  }
  friend SmallFloat __hadd_sat(SmallFloat a, SmallFloat b) { return saturated(a + b); }
  friend SmallFloat __hsub_sat(SmallFloat a, SmallFloat b) { return saturated(a - b); }
  friend SmallFloat __hmul_sat(SmallFloat a, SmallFloat b) { return saturated(a * b); }
  friend SmallFloat __hfma_sat(SmallFloat a, SmallFloat b, SmallFloat c) {
    return saturated(__hfma(a, b, c));
  }
  friend SmallFloat __hfma_relu(SmallFloat a, SmallFloat b, SmallFloat c) {
    const SmallFloat sum = __hfma(a, b, c);
    return __hisnan(sum) || sum > SmallFloat(0) ? sum : SmallFloat(0);
  }

// A comparison with a NaN is false; the unordered form is true.
#define CUDASIM_COMPARISON(op, name)                                                  \
  friend bool operator op(SmallFloat a, SmallFloat b) {                               \
    return static_cast<float>(a) op static_cast<float>(b);                            \
  }                                                                                   \
  friend bool name(SmallFloat a, SmallFloat b) { return __hordered(a, b) && a op b; } \
  friend bool name##u(SmallFloat a, SmallFloat b) { return !__hordered(a, b) || a op b; }
  CUDASIM_COMPARISON(==, __heq)
  CUDASIM_COMPARISON(!=, __hne)
  CUDASIM_COMPARISON(<, __hlt)
  CUDASIM_COMPARISON(<=, __hle)
  CUDASIM_COMPARISON(>, __hgt)
  CUDASIM_COMPARISON(>=, __hge)
#undef CUDASIM_COMPARISON
  friend bool __hordered(SmallFloat a, SmallFloat b) { return !__hisnan(a) && !__hisnan(b); }
  friend bool __hisnan(SmallFloat a) { return isnan(static_cast<float>(a)); }
  /// 1 for +infinity, -1 for -infinity, 0 for the rest.
  friend int __hisinf(SmallFloat a) { return isinf(static_cast<float>(a)) ? (a.bits & 0x8000u ? -1 : 1) : 0; }
  friend SmallFloat __hmax(SmallFloat a, SmallFloat b) { return SmallFloat(fmaxf(a, b)); }
  friend SmallFloat __hmin(SmallFloat a, SmallFloat b) { return SmallFloat(fminf(a, b)); }
  friend SmallFloat __hmax_nan(SmallFloat a, SmallFloat b) {
    return __hordered(a, b) ? __hmax(a, b) : of_bits(0x7fff);
  }
  friend SmallFloat __hmin_nan(SmallFloat a, SmallFloat b) {
    return __hordered(a, b) ? __hmin(a, b) : of_bits(0x7fff);
  }

#define CUDASIM_FUNCTION(name, expression)              \
  friend SmallFloat name(SmallFloat a) {                \
    const double x = static_cast<float>(a);             \
    return SmallFloat(static_cast<double>(expression)); \
  }
  CUDASIM_FUNCTION(hsqrt, sqrt(x))
  CUDASIM_FUNCTION(hrsqrt, 1.0 / sqrt(x))
  CUDASIM_FUNCTION(hrcp, 1.0 / x)
  CUDASIM_FUNCTION(hexp, exp(x))
  CUDASIM_FUNCTION(hexp2, exp2(x))
  CUDASIM_FUNCTION(hexp10, pow(10.0, x))
  CUDASIM_FUNCTION(hlog, log(x))
  CUDASIM_FUNCTION(hlog2, log2(x))
  CUDASIM_FUNCTION(hlog10, log10(x))
  CUDASIM_FUNCTION(hsin, sin(x))
  CUDASIM_FUNCTION(hcos, cos(x))
  CUDASIM_FUNCTION(htanh, tanh(x))
  CUDASIM_FUNCTION(htanh_approx, tanh(x))
  CUDASIM_FUNCTION(hceil, ceil(x))
  CUDASIM_FUNCTION(hfloor, floor(x))
  CUDASIM_FUNCTION(htrunc, trunc(x))
  CUDASIM_FUNCTION(hrint, nearbyint(x))
#undef CUDASIM_FUNCTION
};

/// Two of them in a 32-bit word; the operations work on each half.
template <class Scalar>
struct alignas(4) SmallFloat2 {
  Scalar x, y;

  SmallFloat2() = default;
  SmallFloat2(Scalar low, Scalar high) : x(low), y(high) {}

  SmallFloat2& operator+=(SmallFloat2 b) { return *this = *this + b; }
  SmallFloat2& operator-=(SmallFloat2 b) { return *this = *this - b; }
  SmallFloat2& operator*=(SmallFloat2 b) { return *this = *this * b; }
  SmallFloat2& operator/=(SmallFloat2 b) { return *this = *this / b; }

#define CUDASIM_ARITHMETIC(name, operation) \
  friend SmallFloat2 name(SmallFloat2 a, SmallFloat2 b) { return {a.x operation b.x, a.y operation b.y}; }
  CUDASIM_ARITHMETIC(operator+, +)
  CUDASIM_ARITHMETIC(operator-, -)
  CUDASIM_ARITHMETIC(operator*, *)
  CUDASIM_ARITHMETIC(operator/, /)
  CUDASIM_ARITHMETIC(__hadd2, +)
  CUDASIM_ARITHMETIC(__hsub2, -)
  CUDASIM_ARITHMETIC(__hmul2, *)
  CUDASIM_ARITHMETIC(__h2div, /)
  CUDASIM_ARITHMETIC(__hadd2_rn, +)
  CUDASIM_ARITHMETIC(__hsub2_rn, -)
  CUDASIM_ARITHMETIC(__hmul2_rn, *)
#undef CUDASIM_ARITHMETIC
#define CUDASIM_BOTH(name2, name) \
  friend SmallFloat2 name2(SmallFloat2 a, SmallFloat2 b) { return {name(a.x, b.x), name(a.y, b.y)}; }
  CUDASIM_BOTH(__hadd2_sat, __hadd_sat)
  CUDASIM_BOTH(__hsub2_sat, __hsub_sat)
  CUDASIM_BOTH(__hmul2_sat, __hmul_sat)
  CUDASIM_BOTH(__hmax2, __hmax)
  CUDASIM_BOTH(__hmin2, __hmin)
  CUDASIM_BOTH(__heq2, __heq)
  CUDASIM_BOTH(__hne2, __hne)
  CUDASIM_BOTH(__hlt2, __hlt)
  CUDASIM_BOTH(__hle2, __hle)
  CUDASIM_BOTH(__hgt2, __hgt)
  CUDASIM_BOTH(__hge2, __hge)
#undef CUDASIM_BOTH
#define CUDASIM_ALL(name2, name) \
  friend bool name2(SmallFloat2 a, SmallFloat2 b) { return name(a.x, b.x) && name(a.y, b.y); }
  CUDASIM_ALL(__hbeq2, __heq)
  CUDASIM_ALL(__hbne2, __hne)
  CUDASIM_ALL(__hblt2, __hlt)
  CUDASIM_ALL(__hble2, __hle)
  CUDASIM_ALL(__hbgt2, __hgt)
  CUDASIM_ALL(__hbge2, __hge)
#undef CUDASIM_ALL
  friend bool operator==(SmallFloat2 a, SmallFloat2 b) { return __hbeq2(a, b); }
  friend bool operator!=(SmallFloat2 a, SmallFloat2 b) { return !__hbeq2(a, b); }
  friend SmallFloat2 operator-(SmallFloat2 a) { return {-a.x, -a.y}; }
  friend SmallFloat2 __hfma2(SmallFloat2 a, SmallFloat2 b, SmallFloat2 c) {
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
  }
#define CUDASIM_EACH(name2, name) \
  friend SmallFloat2 name2(SmallFloat2 a) { return {name(a.x), name(a.y)}; }
  CUDASIM_EACH(__hneg2, __hneg)
  CUDASIM_EACH(__habs2, __habs)
  CUDASIM_EACH(h2sqrt, hsqrt)
  CUDASIM_EACH(h2rsqrt, hrsqrt)
  CUDASIM_EACH(h2rcp, hrcp)
  CUDASIM_EACH(h2exp, hexp)
  CUDASIM_EACH(h2exp2, hexp2)
  CUDASIM_EACH(h2exp10, hexp10)
  CUDASIM_EACH(h2log, hlog)
  CUDASIM_EACH(h2log2, hlog2)
  CUDASIM_EACH(h2log10, hlog10)
  CUDASIM_EACH(h2sin, hsin)
  CUDASIM_EACH(h2cos, hcos)
  CUDASIM_EACH(h2tanh, htanh)
  CUDASIM_EACH(h2tanh_approx, htanh)
  CUDASIM_EACH(h2ceil, hceil)
  CUDASIM_EACH(h2floor, hfloor)
  CUDASIM_EACH(h2trunc, htrunc)
  CUDASIM_EACH(h2rint, hrint)
#undef CUDASIM_EACH

  friend float __low2float(SmallFloat2 a) { return a.x; }
  friend float __high2float(SmallFloat2 a) { return a.y; }
};

template <int exponent_bits, int fraction_bits>
inline constexpr bool is_small_float<SmallFloat<exponent_bits, fraction_bits>> = true;
template <class Scalar>
inline constexpr bool is_small_float<SmallFloat2<Scalar>> = true;

}  // namespace cudasim

// The conversions, whose names carry the format's: CUDASIM_SMALL_FLOAT_CONVERSIONS(half, __half, __half2)
// makes
// __float2half_rn, __half2float, __floats2half2_rn, __low2half, …
#define CUDASIM_SMALL_FLOAT_ROUNDED(name, Scalar, suffix, mode, fenv_mode)                                \
  inline Scalar __float2##name##_##suffix(float x) { return Scalar::from(x, cudasim::Rounding::mode); }   \
  inline Scalar __double2##name##_##suffix(double x) { return Scalar::from(x, cudasim::Rounding::mode); } \
  inline Scalar __int2##name##_##suffix(int x) { return Scalar::from(x, cudasim::Rounding::mode); }       \
  inline Scalar __uint2##name##_##suffix(unsigned int x) {                                                \
    return Scalar::from(x, cudasim::Rounding::mode);                                                      \
  }                                                                                                       \
  inline Scalar __short2##name##_##suffix(short x) { return Scalar::from(x, cudasim::Rounding::mode); }   \
  inline Scalar __ushort2##name##_##suffix(unsigned short x) {                                            \
    return Scalar::from(x, cudasim::Rounding::mode);                                                      \
  }                                                                                                       \
  inline int __##name##2int_##suffix(Scalar x) { return cudasim::to_integer<int, fenv_mode>(float{x}); }  \
  inline unsigned int __##name##2uint_##suffix(Scalar x) {                                                \
    return cudasim::to_integer<unsigned int, fenv_mode>(float{x});                                        \
  }                                                                                                       \
  inline long long __##name##2ll_##suffix(Scalar x) {                                                     \
    return cudasim::to_integer<long long, fenv_mode>(float{x});                                           \
  }

#define CUDASIM_SMALL_FLOAT_CONVERSIONS(name, Scalar, Pair)                                                  \
  CUDASIM_SMALL_FLOAT_ROUNDED(name, Scalar, rn, nearest, FE_TONEAREST)                                       \
  CUDASIM_SMALL_FLOAT_ROUNDED(name, Scalar, rz, to_zero, FE_TOWARDZERO)                                      \
  CUDASIM_SMALL_FLOAT_ROUNDED(name, Scalar, ru, up, FE_UPWARD)                                               \
  CUDASIM_SMALL_FLOAT_ROUNDED(name, Scalar, rd, down, FE_DOWNWARD)                                           \
  inline Scalar __float2##name(float x) { return Scalar(x); }                                                \
  inline Scalar __double2##name(double x) { return Scalar(x); }                                              \
  inline float __##name##2float(Scalar x) { return x; }                                                      \
  inline Pair __float2##name##2_rn(float x) { return {Scalar(x), Scalar(x)}; }                               \
  inline Pair __floats2##name##2_rn(float x, float y) { return {Scalar(x), Scalar(y)}; }                     \
  inline Pair __float22##name##2_rn(float2 v) { return {Scalar(v.x), Scalar(v.y)}; }                         \
  inline float2 __##name##22float2(Pair v) { return {float{v.x}, float{v.y}}; }                              \
  inline Pair __##name##2##name##2(Scalar x) { return {x, x}; }                                              \
  inline Pair make_##name##2(Scalar x, Scalar y) { return {x, y}; }                                          \
  inline Scalar __low2##name(Pair v) { return v.x; }                                                         \
  inline Scalar __high2##name(Pair v) { return v.y; }                                                        \
  inline Pair __low2##name##2(Pair v) { return {v.x, v.x}; }                                                 \
  inline Pair __high2##name##2(Pair v) { return {v.y, v.y}; }                                                \
  inline Pair __lows2##name##2(Pair a, Pair b) { return {a.x, b.x}; }                                        \
  inline Pair __highs2##name##2(Pair a, Pair b) { return {a.y, b.y}; }                                       \
  inline Pair __halves2##name##2(Scalar x, Scalar y) { return {x, y}; }                                      \
  inline Pair __lowhigh2highlow(Pair v) { return {v.y, v.x}; }                                               \
  inline short __##name##_as_short(Scalar x) { return static_cast<short>(x.bits); }                          \
  inline unsigned short __##name##_as_ushort(Scalar x) { return x.bits; }                                    \
  inline Scalar __short_as_##name(short bits) { return Scalar::of_bits(static_cast<unsigned short>(bits)); } \
  inline Scalar __ushort_as_##name(unsigned short bits) { return Scalar::of_bits(bits); }                    \
  inline Scalar atomicAdd(Scalar* address, Scalar value) {                                                   \
    return cudasim::detail::atomic_update(address, 0, [&](Scalar old) { return old + value; });              \
  }                                                                                                          \
  inline Pair atomicAdd(Pair* address, Pair value) {                                                         \
    return cudasim::detail::atomic_update(address, 0, [&](Pair old) { return old + value; });                \
  }
