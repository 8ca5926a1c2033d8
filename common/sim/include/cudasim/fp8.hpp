// 8-bit floating-point numbers, for storage: e4m3 has 4 exponent bits, no infinity and numbers up to 448, e5m2 is the upper half of an
// IEEE half. Rounded once, to nearest even, from whatever is converted.
#pragma once

#include "cudasim/bf16.hpp"
#include "cudasim/half.hpp"

using __nv_fp8_storage_t = unsigned char;
using __nv_fp8x2_storage_t = unsigned short;
using __nv_fp8x4_storage_t = unsigned int;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace cudasim {
namespace fp8 {

constexpr unsigned nan_bits = 0x7f;
// With one exponent bit more and another bias, the numbers of e4m3 have the same bits, and infinity is out of the way.
constexpr double e4m3_scale = 0x1p-8;

inline unsigned char from(double value, __nv_saturation_t saturation, __nv_fp8_interpretation_t format) {
  if (value != value) return nan_bits;
  const bool e4m3 = format == __NV_E4M3;
  const unsigned bits =
      e4m3 ? narrow<5, 3>(value * e4m3_scale, Rounding::nearest) : narrow<5, 2>(value, Rounding::nearest);
  const unsigned largest = e4m3 ? 0x7e : 0x7b;
  const unsigned beyond = saturation == __NV_SATFINITE ? largest : largest + 1;
  const unsigned size = bits & 0x7fff;
  return static_cast<unsigned char>((bits >> 8 & 0x80) | (size > largest ? beyond : size));
}

inline float to_float(unsigned char bits, __nv_fp8_interpretation_t format) {
  const auto sign = static_cast<std::uint16_t>((bits & 0x80u) << 8);
  const auto size = static_cast<std::uint16_t>(bits & 0x7fu);
  if (format == __NV_E5M2) return widen<5, 2>(sign | size);
  if (size == nan_bits) return bits_as<float>(0x7fffffffu);
  return widen<5, 3>(sign | size) / static_cast<float>(e4m3_scale);
}

/// The two elements are converted one after the other; the first is the lowest byte.
template <class Storage, class... Values>
Storage packed(__nv_saturation_t saturation, __nv_fp8_interpretation_t format, Values... values) {
  unsigned bits = 0, shift = 0;
  ((bits |= static_cast<unsigned>(from(values, saturation, format)) << shift, shift += 8), ...);
  return static_cast<Storage>(bits);
}

template <__nv_fp8_interpretation_t format>
struct Number {
  __nv_fp8_storage_t __x;

  Number() = default;
#define CUDASIM_FROM(Type) \
  explicit Number(Type value) : __x(from(static_cast<double>(value), __NV_SATFINITE, format)) {}
  CUDASIM_FROM(double)
  CUDASIM_FROM(float)
  CUDASIM_FROM(short)
  CUDASIM_FROM(unsigned short)
  CUDASIM_FROM(int)
  CUDASIM_FROM(unsigned)
  CUDASIM_FROM(long)
  CUDASIM_FROM(unsigned long)
  CUDASIM_FROM(long long)
  CUDASIM_FROM(unsigned long long)
#undef CUDASIM_FROM
  explicit Number(__half value) : Number(static_cast<float>(value)) {}
  explicit Number(__nv_bfloat16 value) : Number(static_cast<float>(value)) {}

  explicit operator float() const { return to_float(__x, format); }
  explicit operator double() const { return to_float(__x, format); }
  explicit operator __half() const { return __half(to_float(__x, format)); }
  explicit operator __nv_bfloat16() const { return __nv_bfloat16(to_float(__x, format)); }
  explicit operator bool() const { return to_float(__x, format) != 0; }
  // Rounds toward zero; a value out of range becomes the nearest one in range.
#define CUDASIM_TO(Type) \
  explicit operator Type() const { return to_integer<Type, FE_TOWARDZERO>(to_float(__x, format)); }
  CUDASIM_TO(char)
  CUDASIM_TO(signed char)
  CUDASIM_TO(unsigned char)
  CUDASIM_TO(short)
  CUDASIM_TO(unsigned short)
  CUDASIM_TO(int)
  CUDASIM_TO(unsigned)
  CUDASIM_TO(long)
  CUDASIM_TO(unsigned long)
  CUDASIM_TO(long long)
  CUDASIM_TO(unsigned long long)
#undef CUDASIM_TO
};

template <__nv_fp8_interpretation_t format>
struct alignas(2) Pair {
  __nv_fp8x2_storage_t __x;

  Pair() = default;
  explicit Pair(float2 v) : __x(packed<__nv_fp8x2_storage_t>(__NV_SATFINITE, format, v.x, v.y)) {}
  explicit Pair(double2 v) : __x(packed<__nv_fp8x2_storage_t>(__NV_SATFINITE, format, v.x, v.y)) {}
  explicit Pair(__half2 v) : Pair(__half22float2(v)) {}
  explicit Pair(__nv_bfloat162 v) : Pair(__bfloat1622float2(v)) {}

  explicit operator float2() const {
    return {to_float(static_cast<unsigned char>(__x), format),
            to_float(static_cast<unsigned char>(__x >> 8), format)};
  }
  explicit operator __half2() const { return __float22half2_rn(static_cast<float2>(*this)); }
};

template <__nv_fp8_interpretation_t format>
struct alignas(4) Quad {
  __nv_fp8x4_storage_t __x;

  Quad() = default;
  explicit Quad(float4 v) : __x(packed<__nv_fp8x4_storage_t>(__NV_SATFINITE, format, v.x, v.y, v.z, v.w)) {}
  explicit Quad(double4 v) : __x(packed<__nv_fp8x4_storage_t>(__NV_SATFINITE, format, v.x, v.y, v.z, v.w)) {}
  Quad(__half2 low, __half2 high) : Quad(joined(__half22float2(low), __half22float2(high))) {}
  Quad(__nv_bfloat162 low, __nv_bfloat162 high)
      : Quad(joined(__bfloat1622float2(low), __bfloat1622float2(high))) {}

  explicit operator float4() const { return joined(half_of(0), half_of(16)); }

 private:
  static float4 joined(float2 low, float2 high) { return {low.x, low.y, high.x, high.y}; }
  float2 half_of(unsigned shift) const {
    Pair<format> pair;
    pair.__x = static_cast<__nv_fp8x2_storage_t>(__x >> shift);
    return static_cast<float2>(pair);
  }
};

}  // namespace fp8
}  // namespace cudasim

using __nv_fp8_e4m3 = cudasim::fp8::Number<__NV_E4M3>;
using __nv_fp8_e5m2 = cudasim::fp8::Number<__NV_E5M2>;
using __nv_fp8x2_e4m3 = cudasim::fp8::Pair<__NV_E4M3>;
using __nv_fp8x2_e5m2 = cudasim::fp8::Pair<__NV_E5M2>;
using __nv_fp8x4_e4m3 = cudasim::fp8::Quad<__NV_E4M3>;
using __nv_fp8x4_e5m2 = cudasim::fp8::Quad<__NV_E5M2>;

#define CUDASIM_FP8_FROM(name, Type, value)                                                \
  inline __nv_fp8_storage_t __nv_cvt_##name##_to_fp8(Type x, __nv_saturation_t saturation, \
                                                     __nv_fp8_interpretation_t format) {   \
    return cudasim::fp8::from(value, saturation, format);                                  \
  }
CUDASIM_FP8_FROM(float, float, x)
CUDASIM_FP8_FROM(double, double, x)
CUDASIM_FP8_FROM(halfraw, __half_raw, __half2float(x))
CUDASIM_FP8_FROM(bfloat16raw, __nv_bfloat16_raw, __bfloat162float(x))
#undef CUDASIM_FP8_FROM

#define CUDASIM_FP8X2_FROM(name, Type, first, second)                                          \
  inline __nv_fp8x2_storage_t __nv_cvt_##name##_to_fp8x2(Type x, __nv_saturation_t saturation, \
                                                         __nv_fp8_interpretation_t format) {   \
    return cudasim::fp8::packed<__nv_fp8x2_storage_t>(saturation, format, first, second);      \
  }
CUDASIM_FP8X2_FROM(float2, float2, x.x, x.y)
CUDASIM_FP8X2_FROM(double2, double2, x.x, x.y)
CUDASIM_FP8X2_FROM(halfraw2, __half2_raw, __half2float(__half_raw{x.x}), __half2float(__half_raw{x.y}))
CUDASIM_FP8X2_FROM(bfloat16raw2, __nv_bfloat162_raw, __bfloat162float(__nv_bfloat16_raw{x.x}),
                   __bfloat162float(__nv_bfloat16_raw{x.y}))
#undef CUDASIM_FP8X2_FROM

inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format) {
  return __half(cudasim::fp8::to_float(x, format));
}
inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t format) {
  return {__nv_cvt_fp8_to_halfraw(static_cast<unsigned char>(x), format).x,
          __nv_cvt_fp8_to_halfraw(static_cast<unsigned char>(x >> 8), format).x};
}
