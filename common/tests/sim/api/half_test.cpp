#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {
int half_bits(half h) { return __half_as_ushort(h); }
}  // namespace

TEST_CASE("every half goes to float and back unchanged") {
  int changed = 0;
  for (int bits = 0; bits < 65536; ++bits) {
    const half h = __ushort_as_half(static_cast<unsigned short>(bits));
    if (!__hisnan(h) && half_bits(__float2half(__half2float(h))) != bits) ++changed;
    const nv_bfloat16 b = __ushort_as_bfloat16(static_cast<unsigned short>(bits));
    if (!__hisnan(b) && __bfloat16_as_ushort(__float2bfloat16(__bfloat162float(b))) != bits) ++changed;
  }
  CHECK(changed == 0);
}

TEST_CASE("conversion to half rounds to nearest even, with denormals and overflow") {
  CHECK(half_bits(1.0f) == 0x3c00);
  CHECK(half_bits(-2.0f) == 0xc000);
  CHECK(half_bits(65504.0f) == 0x7bff);
  CHECK(half_bits(65519.0f) == 0x7bff);
  CHECK(half_bits(65520.0f) == 0x7c00);
  CHECK(half_bits(0x1p-24f) == 0x0001);
  CHECK(half_bits(0x1p-25f) == 0x0000);  // a tie, to even
  CHECK(half_bits(0x1.8p-25f) == 0x0001);
  CHECK(half_bits(-0.0f) == 0x8000);
  CHECK(half_bits(1.0f + 0x1p-11f) == 0x3c00);  // a tie, to even
  CHECK(half_bits(1.0f + 0x3p-11f) == 0x3c02);
  CHECK(half_bits(1.0 + 0x1p-11 + 0x1p-40) == 0x3c01);  // double is not rounded twice
  CHECK(half_bits(std::numeric_limits<float>::infinity()) == 0x7c00);
  CHECK(__hisnan(half(std::nanf(""))));
}

TEST_CASE("the roundings of conversions differ as they should") {
  CHECK(half_bits(__float2half_rz(70000.0f)) == 0x7bff);
  CHECK(half_bits(__float2half_ru(70000.0f)) == 0x7c00);
  CHECK(half_bits(__float2half_rd(-70000.0f)) == 0xfc00);
  CHECK(half_bits(__float2half_ru(1e-30f)) == 0x0001);
  CHECK(half_bits(__float2half_rd(1e-30f)) == 0x0000);
  CHECK(half_bits(__int2half_rn(2049)) == half_bits(2048.0f));
  CHECK(__half2int_rn(half(2.5f)) == 2);
  CHECK(__half2int_ru(half(2.5f)) == 3);
  CHECK(__bfloat16_as_ushort(__float2bfloat16_rz(1.0f + 0x1.8p-7f)) == 0x3f81);
  CHECK(__bfloat16_as_ushort(__float2bfloat16_rn(1.0f + 0x1.8p-7f)) == 0x3f82);
}

TEST_CASE("arithmetic on halves rounds each result") {
  const half a = 1.5f, b = 2.25f;
  CHECK(static_cast<float>(a + b) == 3.75f);
  CHECK(static_cast<float>(__hmul(a, b)) == 3.375f);
  CHECK(static_cast<float>(__hfma(a, b, a)) == 4.875f);
  CHECK(static_cast<float>(half(2048) + half(1)) == 2048.0f);
  CHECK(static_cast<float>(-a) == -1.5f);
  CHECK(static_cast<float>(__hadd_sat(a, b)) == 1.0f);
  half sum = 0;
  sum += a;
  sum *= b;
  CHECK(static_cast<float>(sum) == 3.375f);
  CHECK(static_cast<float>(hsqrt(half(9))) == 3.0f);
  CHECK(static_cast<float>(hexp2(half(3))) == 8.0f);
  CHECK(static_cast<float>(__float2bfloat16(256.0f) + __float2bfloat16(1.0f)) == 256.0f);
}

TEST_CASE("comparisons with a NaN are false, and true in the unordered form") {
  const half one = 1, two = 2, nan = CUDART_NAN_FP16;
  CHECK(one < two);
  CHECK(__hgt(two, one));
  CHECK_FALSE(__hlt(nan, one));
  CHECK_FALSE(__hne(nan, one));
  CHECK(__hltu(nan, one));
  CHECK(__hneu(nan, one));
  CHECK(static_cast<float>(__hmax(nan, one)) == 1.0f);
  CHECK(__hisnan(__hmax_nan(nan, one)));
  CHECK(__hisinf(CUDART_INF_FP16) == 1);
}

TEST_CASE("pairs work on both halves") {
  const half2 a = __floats2half2_rn(1, 2), b = __half2half2(3);
  const float2 sum = __half22float2(__hadd2(a, b));
  CHECK(sum.x == 4);
  CHECK(sum.y == 5);
  CHECK(__high2float(__hfma2(a, b, a)) == 8);
  CHECK(__low2float(__lowhigh2highlow(a)) == 2);
  CHECK(static_cast<float>(__high2half(a)) == 2);
  CHECK(__hbeq2(a * b, __halves2half2(3, 6)));
  CHECK(static_cast<float>(__hgt2(a, __half2half2(1)).y) == 1);
  CHECK(sizeof(half2) == 4);
  CHECK(alignof(half2) == 4);
  const nv_bfloat162 c = __floats2bfloat162_rn(1, 2);
  CHECK(__bfloat1622float2(__hmul2(c, c)).y == 4);
  half total = 1;
  CHECK(static_cast<float>(atomicAdd(&total, half(2))) == 1);
  CHECK(static_cast<float>(total) == 3);
  half2 totals = a;
  atomicAdd(&totals, b);
  CHECK(__high2float(totals) == 5);
}
