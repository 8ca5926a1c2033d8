// The wanted values are made from the definition: sign, exponent and fraction, and the nearest of all 256.
#include <cuda_fp8.h>
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

struct Format {
  __nv_fp8_interpretation_t name;
  int exponent_bits, fraction_bits;
  double largest;
};
constexpr Format e4m3{__NV_E4M3, 4, 3, 448}, e5m2{__NV_E5M2, 5, 2, 57344};

/// The value of the byte; e4m3 has no infinity and one NaN of each sign.
double meaning(const Format& format, int byte) {
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  const int highest = (1 << format.exponent_bits) - 1, fractions = 1 << format.fraction_bits;
  const int exponent = (byte & 0x7f) >> format.fraction_bits, fraction = byte & (fractions - 1);
  double size = exponent == 0 ? std::ldexp(fraction, 1 - bias - format.fraction_bits)
                              : std::ldexp(fractions + fraction, exponent - bias - format.fraction_bits);
  if (format.name == __NV_E4M3 && (byte & 0x7f) == 0x7f) size = std::nan("");
  if (format.name == __NV_E5M2 && exponent == highest)
    size = fraction == 0 ? std::numeric_limits<double>::infinity() : std::nan("");
  return (byte & 0x80) != 0 ? -size : size;
}

/// The byte of the nearest finite value, of two that are equally near the even one.
int nearest(const Format& format, double value) {
  int best = 0;
  for (int byte = 0; byte < 128; ++byte) {
    const double distance = std::abs(meaning(format, byte) - std::abs(value));
    const double least = std::abs(meaning(format, best) - std::abs(value));
    if (!std::isfinite(meaning(format, byte))) continue;
    if (distance < least || (distance == least && byte % 2 == 0)) best = byte;
  }
  return std::signbit(value) ? best | 0x80 : best;
}

int of_float(const Format& format, float value, __nv_saturation_t saturation = __NV_SATFINITE) {
  return __nv_cvt_float_to_fp8(value, saturation, format.name);
}

}  // namespace

TEST_CASE("each of the 256 values is what its bits say, and comes back from float and half") {
  for (const Format& format : {e4m3, e5m2})
    for (int byte = 0; byte < 256; ++byte) {
      CAPTURE(format.name);
      CAPTURE(byte);
      const auto bits = static_cast<__nv_fp8_storage_t>(byte);
      const __half wide = __nv_cvt_fp8_to_halfraw(bits, format.name);
      const double wanted = meaning(format, byte);
      __nv_fp8_e4m3 four;
      __nv_fp8_e5m2 five;
      four.__x = five.__x = bits;
      const float value = format.name == __NV_E4M3 ? static_cast<float>(four) : static_cast<float>(five);
      if (std::isnan(wanted)) {
        CHECK(std::isnan(value));
        CHECK(__hisnan(wide));
        CHECK(of_float(format, value) == 0x7f);
        continue;
      }
      CHECK(value == wanted);
      CHECK(std::signbit(value) == std::signbit(wanted));
      CHECK(static_cast<double>(static_cast<float>(wide)) == wanted);
      CHECK(of_float(format, value, __NV_NOSAT) == byte);
    }
}

TEST_CASE("conversions round to the nearest, ties to even, from subnormal numbers to the largest") {
  for (const Format& format : {e4m3, e5m2})
    for (int byte = 0; byte < 127; ++byte) {
      const double low = meaning(format, byte), high = meaning(format, byte + 1);
      if (!std::isfinite(low) || !std::isfinite(high)) continue;
      const double middle = (low + high) / 2;
      for (const double value : {middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e9), -middle}) {
        CAPTURE(value);
        CHECK(__nv_cvt_double_to_fp8(value, __NV_NOSAT, format.name) == nearest(format, value));
      }
      CHECK(of_float(format, static_cast<float>(middle)) == nearest(format, middle));
    }
}

TEST_CASE("a value that is too large becomes the largest number, infinity or NaN, by format") {
  CHECK(of_float(e4m3, 448.0f) == 0x7e);
  CHECK(of_float(e4m3, 464.0f, __NV_NOSAT) ==
        0x7e);  // half way to 480, which would be the next: the even one
  CHECK(of_float(e4m3, 465.0f, __NV_NOSAT) == 0x7f);
  CHECK(of_float(e4m3, 465.0f) == 0x7e);
  CHECK(of_float(e4m3, -1e30f) == 0xfe);
  CHECK(of_float(e4m3, -INFINITY, __NV_NOSAT) == 0xff);
  CHECK(of_float(e5m2, 61439.0f, __NV_NOSAT) == 0x7b);
  CHECK(of_float(e5m2, 61440.0f, __NV_NOSAT) == 0x7c);
  CHECK(of_float(e5m2, 61440.0f) == 0x7b);
  CHECK(of_float(e5m2, -INFINITY) == 0xfb);
  CHECK(of_float(e5m2, NAN) == 0x7f);
  CHECK(of_float(e4m3, 0x1p-10f) == 0);  // half of the smallest
  CHECK(of_float(e4m3, 0x1.8p-10f) == 1);
  CHECK(of_float(e5m2, -0x1p-17f) == 0x80);
}

TEST_CASE("constructors saturate; integers come and go") {
  CHECK(__nv_fp8_e4m3(1000.0).__x == 0x7e);
  CHECK(__nv_fp8_e5m2(1e9f).__x == 0x7b);
  CHECK(__nv_fp8_e4m3(__float2half(-1.5f)).__x == 0xbc);
  CHECK(__nv_fp8_e5m2(__float2bfloat16(3.0f)).__x == 0x42);
  CHECK(static_cast<float>(__nv_fp8_e4m3(17)) == 16.0f);
  CHECK(static_cast<int>(__nv_fp8_e4m3(-3.75f)) == -3);
  CHECK(static_cast<unsigned>(__nv_fp8_e4m3(-3.75f)) == 0u);
  CHECK(static_cast<int>(static_cast<signed char>(__nv_fp8_e4m3(300.0f))) == 127);
  CHECK(static_cast<bool>(__nv_fp8_e4m3(-0.0f)) == false);
}

TEST_CASE("two and four of them in a word, the first in the lowest byte") {
  const __nv_fp8x2_e5m2 two(make_float2(1.0f, -1e9f));
  CHECK(two.__x == 0xfb3c);
  CHECK(static_cast<float2>(two).y == -57344.0f);
  CHECK(__high2float(static_cast<__half2>(two)) == -57344.0f);
  const __nv_fp8x4_e4m3 four(make_float4(1.0f, -2.0f, 500.0f, 0.3f));
  CHECK(four.__x == 0x2a7ec038u);
  CHECK(static_cast<float4>(four).z == 448.0f);
  const __nv_fp8x4_e4m3 halves(__floats2half2_rn(1.0f, -2.0f), __floats2half2_rn(500.0f, 0.3f));
  CHECK(halves.__x == four.__x);
  CHECK(__nv_cvt_float2_to_fp8x2(make_float2(1.0f, 2.0f), __NV_SATFINITE, __NV_E4M3) == 0x4038);
  CHECK(__nv_cvt_fp8x2_to_halfraw2(0x4038, __NV_E4M3).y == 0x4000);
  CHECK(__nv_cvt_halfraw2_to_fp8x2(__half2_raw{0x3c00, 0x4000}, __NV_SATFINITE, __NV_E4M3) == 0x4038);
  CHECK(sizeof(two) == 2);
  CHECK(sizeof(four) == 4);
  CHECK(sizeof(__nv_fp8_e4m3) == 1);
}
