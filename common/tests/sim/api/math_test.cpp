#include <cuda_runtime.h>
#include <doctest/doctest.h>
#include <math_constants.h>

#include <cfloat>
#include <cmath>
#include <type_traits>

using doctest::Approx;

TEST_CASE("min and max accept the same pairs of types as on a device") {
  static_assert(std::is_same<decltype(min(1, 2u)), unsigned int>::value, "");
  static_assert(std::is_same<decltype(max(1.0f, 2.0)), double>::value, "");
  CHECK(min(-3, 4) == -3);
  CHECK(max(-1, 4u) == 4294967295u);
  CHECK(min(2ll, 1ll) == 1);
  CHECK(max(1.5f, 2.5f) == 2.5f);
  CHECK(min(CUDART_NAN_F, 2.0f) == 2.0f);  // a number wins against NaN
  CHECK(umin(3u, 2u) == 2u);
  CHECK(abs(-2.5) == 2.5);
}

TEST_CASE("functions the C library lacks have known values") {
  CHECK(rsqrtf(4.0f) == 0.5f);
  CHECK(rcbrt(8.0) == Approx(0.5));
  CHECK(sinpi(0.5) == 1.0);
  CHECK(sinpi(1e15) == 0.0);
  CHECK(cospi(0.5) == 0.0);
  CHECK(cospif(1.0f) == -1.0f);
  CHECK(norm3d(2, 3, 6) == Approx(7));
  CHECK(rnorm4df(1, 1, 1, 1) == 0.5f);
  const double v[] = {1, 4, 8};
  CHECK(norm(3, v) == Approx(9));
  CHECK(erfinv(0.5) == Approx(0.47693627620446987).epsilon(1e-15));
  CHECK(erfinv(-1e-10) == Approx(-8.862269254527581e-11).epsilon(1e-14));
  CHECK(std::isinf(erfinv(1.0)));
  CHECK(std::isnan(erfinv(1.5)));
  CHECK(erfc(erfcinv(1e-200)) == Approx(1e-200).epsilon(1e-9));
  CHECK(erfcinv(1.7) == Approx(-erfcinv(0.3)));
  CHECK(normcdf(0.0) == 0.5);
  CHECK(normcdfinv(0.975) == Approx(1.9599639845400545).epsilon(1e-13));
  CHECK(erfcx(1.0) == Approx(0.4275835761558070).epsilon(1e-14));
  CHECK(erfcx(100.0) == Approx(0.005641613782989433).epsilon(1e-13));
  CHECK(cyl_bessel_i0(1.0) == Approx(1.2660658777520084).epsilon(1e-15));
  CHECK(cyl_bessel_i1(-2.0) == Approx(-1.5906368546373291).epsilon(1e-15));
  float sine = 0, cosine = 0;
  sincosf(1.0f, &sine, &cosine);
  CHECK(sine == Approx(0.84147098));
  CHECK(exp10f(2.0f) == Approx(100));
  static_assert(std::is_same<decltype(rsqrt(1.0f)), float>::value, "");
  static_assert(std::is_same<decltype(norm3d(1.0f, 2.0f, 3.0f)), double>::value, "");
}

/// Whether the compiler knows the value.
template <class T>
concept AddsEarly = requires {
  typename std::integral_constant<T, __dp4a(T{3}, T{1}, T{0})>;
};
template <class T>
concept ComparesEarly = requires {
  typename std::integral_constant<T, max(T{3}, T{4})>;
};

TEST_CASE("intrinsics are no constant expressions, as with nvcc") {
  static_assert(!AddsEarly<int>, "");
  static_assert(!ComparesEarly<int>, "");
}

TEST_CASE("fast forms and saturation") {
  CHECK(__sinf(1.0f) == Approx(std::sin(1.0)));
  CHECK(__expf(1.0f) == Approx(2.718281828));
  CHECK(__powf(2.0f, 10.0f) == Approx(1024));
  CHECK(__fdividef(1.0f, 4.0f) == 0.25f);
  CHECK(__fdividef(1e38f, 1e38f) == 0.0f);                    // beyond 2^126 the fast quotient is 0
  CHECK(__fdividef(41.0f, 41.0f) == 1.0f - FLT_EPSILON / 2);  // by the reciprocal, which rounds
  CHECK(__fdividef(1e-44f, 1e-44f) == 1.0f);
  CHECK(__saturatef(1.5f) == 1.0f);
  CHECK(__saturatef(-0.5f) == 0.0f);
  CHECK(__saturatef(CUDART_NAN_F) == 0.0f);
}

TEST_CASE("roundings go the stated way") {
  const float tiny = 1e-10f, up = 1.0f + FLT_EPSILON, down = 1.0f - FLT_EPSILON / 2;
  CHECK(__fadd_rn(1.0f, tiny) == 1.0f);
  CHECK(__fadd_ru(1.0f, tiny) == up);
  CHECK(__fadd_rd(1.0f, tiny) == 1.0f);
  CHECK(__fadd_rz(1.0f, -tiny) == down);
  CHECK(__fsub_rd(1.0f, tiny) == down);
  CHECK(__fmul_ru(up, up) > __fmul_rd(up, up));
  CHECK(__fdiv_rn(1.0f, 3.0f) == 1.0f / 3.0f);
  CHECK(__ddiv_ru(1.0, 3.0) > __ddiv_rd(1.0, 3.0));
  CHECK(__fsqrt_ru(2.0f) > __fsqrt_rd(2.0f));
  CHECK(__frcp_rn(4.0f) == 0.25f);
  CHECK(__fmaf_rn(up, up, -1.0f) == std::fma(up, up, -1.0f));
  CHECK(__fma_rz(1.0, 1.0, 1e-30) == 1.0);
  CHECK(1.0f + tiny == 1.0f);  // the mode is put back
  CHECK(__double2float_ru(1.0 + 1e-12) == up);
  CHECK(__int2float_rz(16777217) == 16777216.0f);
  CHECK(__int2float_ru(16777217) == 16777218.0f);
}

TEST_CASE("conversions to integers round, clamp and make NaN 0") {
  CHECK(__float2int_rn(2.5f) == 2);
  CHECK(__float2int_rn(3.5f) == 4);
  CHECK(__float2int_rz(-2.9f) == -2);
  CHECK(__float2int_rd(-2.1f) == -3);
  CHECK(__float2int_ru(2.1f) == 3);
  CHECK(__float2int_rz(1e20f) == 2147483647);
  CHECK(__float2int_rz(-1e20f) == -2147483647 - 1);
  CHECK(__float2int_rz(CUDART_NAN_F) == 0);
  CHECK(__float2uint_rz(-1.0f) == 0u);
  CHECK(__float2uint_rz(4294967040.0f) == 4294967040u);
  CHECK(__double2uint_rn(5e9) == 4294967295u);
  CHECK(__double2ll_rz(-1e30) == -9223372036854775807LL - 1);
  CHECK(__float2ull_rn(3e19f) == 18446744073709551615ULL);
}

TEST_CASE("bits are counted, moved and reinterpreted") {
  CHECK(__popc(0xf0f0u) == 8);
  CHECK(__popcll(~0ULL) == 64);
  CHECK(__clz(1) == 31);
  CHECK(__clz(0) == 32);
  CHECK(__clzll(0) == 64);
  CHECK(__ffs(0) == 0);
  CHECK(__ffs(8) == 4);
  CHECK(__ffsll(1LL << 40) == 41);
  CHECK(__brev(1u) == 0x80000000u);
  CHECK(__brevll(2ULL) == 1ULL << 62);
  CHECK(__fns(0b10110u, 0, 2) == 2);
  CHECK(__fns(0b10110u, 4, -2) == 2);
  CHECK(__fns(0b10110u, 0, 4) == ~0u);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x7531u) == 0x77553311u);
  CHECK(__byte_perm(0x00008000u, 0, 0x9999u) == 0x80808080u);  // three bits of each selector count
  CHECK(cudasim::prmt(0x00008000u, 0, 0x9999u) == 0xffffffffu);
  CHECK(__funnelshift_l(0x80000000u, 1u, 1) == 3u);
  CHECK(__funnelshift_l(0xabcdu, 1u, 0) == 1u);
  CHECK(__funnelshift_r(2u, 1u, 33) == 0x80000001u);
  CHECK(__funnelshift_rc(2u, 7u, 40) == 7u);
  CHECK(__float_as_int(1.0f) == 0x3f800000);
  CHECK(__int_as_float(0x40000000) == 2.0f);
  CHECK(__hiloint2double(__double2hiint(CUDART_PI), __double2loint(CUDART_PI)) == CUDART_PI);
}

TEST_CASE("integer products, averages and packed lanes") {
  CHECK(__mulhi(-2, 1 << 30) == -1);
  CHECK(__umulhi(0x80000000u, 4u) == 2u);
  CHECK(__umul64hi(1ULL << 63, 4) == 2);
  CHECK(__mul64hi(-1, 1) == -1);
  CHECK(__mul24(-3, 5) == -15);
  CHECK(__mul24(0x01000002, 3) == 6);  // bits above 24 are ignored
  CHECK(__umul24(0xff000002u, 3u) == 6u);
  CHECK(__sad(-5, 7, 1u) == 13u);
  CHECK(__usad(9u, 4u, 0u) == 5u);
  CHECK(__hadd(-3, 2) == -1);
  CHECK(__rhadd(3, 4) == 4);
  CHECK(__uhadd(0xffffffffu, 0xffffffffu) == 0xffffffffu);
  CHECK(__vadd4(0xff010203u, 0x01010101u) == 0x00020304u);
  CHECK(__vaddus4(0xff010203u, 0x01010101u) == 0xff020304u);
  CHECK(__vaddss2(0x7fff8000u, 0x0001ffffu) == 0x7fff8000u);
  CHECK(__vabsdiffu4(0x01020304u, 0x04030201u) == 0x03010103u);
  CHECK(__vmaxs2(0xffff0001u, 0x00000000u) == 0x00000001u);
  CHECK(__vcmpeq4(0x01020304u, 0x01ff03ffu) == 0xff00ff00u);
  CHECK(__vabs2(0x80008001u) == 0x80007fffu);
  CHECK(__vabs4(0x80ff7f01u) == 0x80017f01u);
  CHECK(__vabsss4(0x80ff7f01u) == 0x7f017f01u);
  CHECK(__vneg2(0x80000001u) == 0x8000ffffu);
  CHECK(__vnegss2(0x80000001u) == 0x7fffffffu);
  CHECK(__vhaddu4(0xff010003u, 0xfd020002u) == 0xfe010002u);
  CHECK(__vsads2(0x7fff8000u, 0xffff0001u) == 0x8000u + 0x8001u);
  CHECK(__vsadu4(0x01020304u, 0x04030201u) == 8u);
  CHECK(__vsetgts2(0x0001ffffu, 0xffff0001u) == 0x00010000u);
  CHECK(__vsetgtu2(0x0001ffffu, 0xffff0001u) == 0x00000001u);
  CHECK(__vsetles4(0x80017f00u, 0x00010180u) == 0x01010000u);
  CHECK(__dp4a(0x01020304, 0x01010101, 5) == 15);
  CHECK(__dp4a(static_cast<int>(0xff000000u), 0x02000000, 0) == -2);
  CHECK(__dp4a(0xff000000u, 0x02000000u, 0u) == 510u);
  CHECK(__dp2a_hi(0x00020001, 0x03040000, 0) == 10);
}

TEST_CASE("loads and stores with cache hints count as plain ones") {
  double values[2] = {1, 2};
  const float4 v = make_float4(1, 2, 3, 4);
  CHECK(__ldg(values + 1) == 2);
  CHECK(__ldcs(&v).z == 3);
  __stcs(values, 7);  // the literal converts
  CHECK(values[0] == 7);
}
