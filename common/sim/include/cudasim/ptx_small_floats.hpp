// What the translator makes of inline PTX on numbers of 16 and 8 bits. Included where a file has such PTX.
#pragma once

#include <cmath>

#include "cudasim/fp8.hpp"
#include "cudasim/ptx.hpp"

namespace cudasim {
namespace ptx {

using f16 = __half;
using bf16 = __nv_bfloat16;
using f16x2 = __half2;
using bf16x2 = __nv_bfloat162;

/// Of a pair each half.
template <class Function, int exponent_bits, int fraction_bits, class... Others>
inline auto each(Function function, SmallFloat<exponent_bits, fraction_bits> a, Others... others) {
  return function(a, others...);
}
template <class Function, class Scalar, class... Others>
inline SmallFloat2<Scalar> each(Function function, SmallFloat2<Scalar> a, Others... others) {
  return {function(a.x, others.x...), function(a.y, others.y...)};
}

#define CUDASIM_SMALL(name, expression)                                            \
  template <class T>                                                               \
  inline T small_##name(T all) {                                                   \
    return each([](auto a) { return static_cast<decltype(a)>(expression); }, all); \
  }
#define CUDASIM_SMALL_OF_TWO(name, expression)                                                    \
  template <class T>                                                                              \
  inline T small_##name(T one, T other) {                                                         \
    return each([](auto a, auto b) { return static_cast<decltype(a)>(expression); }, one, other); \
  }
CUDASIM_SMALL(neg, -a)
CUDASIM_SMALL(abs, __habs(a))
CUDASIM_SMALL(ex2_approx, hexp2(a))
CUDASIM_SMALL(tanh_approx, htanh(a))
CUDASIM_SMALL(sat, saturated(a))
CUDASIM_SMALL(relu, __hisnan(a) || a > decltype(a)(0) ? a : decltype(a)(0))
CUDASIM_SMALL_OF_TWO(add, a + b)
CUDASIM_SMALL_OF_TWO(sub, a - b)
CUDASIM_SMALL_OF_TWO(mul, a* b)
CUDASIM_SMALL_OF_TWO(min, __hmin(a, b))
CUDASIM_SMALL_OF_TWO(max, __hmax(a, b))
CUDASIM_SMALL_OF_TWO(min_nan, __hmin_nan(a, b))
CUDASIM_SMALL_OF_TWO(max_nan, __hmax_nan(a, b))
#undef CUDASIM_SMALL
#undef CUDASIM_SMALL_OF_TWO

template <class T>
inline T small_fma(T one, T other, T more) {
  return each([](auto a, auto b, auto c) { return __hfma(a, b, c); }, one, other, more);
}

template <int exponent_bits, int fraction_bits>
inline SmallFloat<exponent_bits, fraction_bits> flushed(SmallFloat<exponent_bits, fraction_bits> a) {
  constexpr unsigned exponent = ((1u << exponent_bits) - 1) << fraction_bits;
  return (a.bits & exponent) == 0 ? a.of_bits(static_cast<std::uint16_t>(a.bits & 0x8000u)) : a;
}
/// Numbers below the smallest normal one become zeros, with their signs.
template <class T>
inline T small_flush(T all) {
  return each([](auto a) { return flushed(a); }, all);
}

/// To an integer, which stays a floating-point number.
inline double whole(double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest: return std::nearbyint(value);
    case Rounding::to_zero: return std::trunc(value);
    case Rounding::up: return std::ceil(value);
    default: return std::floor(value);
  }
}

/// The number with the mantissa of a tf32: ties away from zero, ties to even, cut off.
inline unsigned tf32_rna(float value) {
  const auto bits = as<unsigned>(value);
  return ((bits & 0x7f800000u) == 0x7f800000u ? bits : bits + 0x1000u) & 0xffffe000u;
}
inline unsigned tf32_rn(float value) {
  const auto bits = as<unsigned>(value);
  return ((bits & 0x7f800000u) == 0x7f800000u ? bits : bits + 0xfffu + (bits >> 13 & 1u)) & 0xffffe000u;
}
inline unsigned tf32_rz(float value) { return as<unsigned>(value) & 0xffffe000u; }

/// Two numbers of 8 bits.
inline unsigned short eight_bits(float high, float low, __nv_fp8_interpretation_t format) {
  return fp8::packed<unsigned short>(__NV_SATFINITE, format, low, high);
}
inline unsigned short eight_bits(f16x2 from, __nv_fp8_interpretation_t format) {
  return eight_bits(from.y, from.x, format);
}
inline f16x2 halves_of_eight_bits(unsigned short from, __nv_fp8_interpretation_t format) {
  return {f16(fp8::to_float(static_cast<unsigned char>(from), format)),
          f16(fp8::to_float(static_cast<unsigned char>(from >> 8), format))};
}

}  // namespace ptx
}  // namespace cudasim
