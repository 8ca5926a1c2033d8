// The device's mathematics: what CUDA has beyond the C library, and the fast forms. The fast forms (__sinf,
// …) round as the guide derives them from fewer operations; those of a device's special function units are exact here, so results may differ
// in the last places.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "cudasim/intrinsics.hpp"
#include "cudasim/load_store.hpp"
#include "cudasim/rounding.hpp"
#include "cudasim/simd.hpp"

// ---- min and max, for the pairs of types the device headers have ----
// Ordinary functions, so that they win over std::min in a program that says `using namespace std`.
#define CUDASIM_MIN_MAX(A, B, R)                                                          \
  inline R min(A a, B b) {                                                                \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); \
  }                                                                                       \
  inline R max(A a, B b) {                                                                \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(b) : static_cast<R>(a); \
  }
CUDASIM_MIN_MAX(int, int, int)
CUDASIM_MIN_MAX(unsigned int, unsigned int, unsigned int)
CUDASIM_MIN_MAX(int, unsigned int, unsigned int)
CUDASIM_MIN_MAX(unsigned int, int, unsigned int)
CUDASIM_MIN_MAX(long, long, long)
CUDASIM_MIN_MAX(unsigned long, unsigned long, unsigned long)
CUDASIM_MIN_MAX(long, unsigned long, unsigned long)
CUDASIM_MIN_MAX(unsigned long, long, unsigned long)
CUDASIM_MIN_MAX(long long, long long, long long)
CUDASIM_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
CUDASIM_MIN_MAX(long long, unsigned long long, unsigned long long)
CUDASIM_MIN_MAX(unsigned long long, long long, unsigned long long)
#undef CUDASIM_MIN_MAX
// A NaN loses against a number.
#define CUDASIM_FLOAT_MIN_MAX(A, B, R, suffix)                                          \
  inline R min(A a, B b) { return fmin##suffix(static_cast<R>(a), static_cast<R>(b)); } \
  inline R max(A a, B b) { return fmax##suffix(static_cast<R>(a), static_cast<R>(b)); }
CUDASIM_FLOAT_MIN_MAX(float, float, float, f)
CUDASIM_FLOAT_MIN_MAX(double, double, double, )
CUDASIM_FLOAT_MIN_MAX(float, double, double, )
CUDASIM_FLOAT_MIN_MAX(double, float, double, )
#undef CUDASIM_FLOAT_MIN_MAX
inline unsigned int umin(unsigned int a, unsigned int b) { return min(a, b); }
inline unsigned int umax(unsigned int a, unsigned int b) { return max(a, b); }
inline long long llmin(long long a, long long b) { return min(a, b); }
inline long long llmax(long long a, long long b) { return max(a, b); }
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }

// ---- functions the C library lacks: double first, float through it ----
namespace cudasim {
constexpr double pi = 3.14159265358979323846;

/// x >= 0 with erf(x) = value and erfc(x) = complement; the smaller of the two carries the precision.
inline double inverse_erf(double value, double complement) {
  if (!(value >= 0.0 && complement >= 0.0)) return NAN;
  if (complement == 0.0) return HUGE_VAL;
  // Winitzki's approximation is good to 2e-3, so three steps of Halley reach the last places.
  const double a = 0.147, l = log(complement * (1.0 + value)), b = 2.0 / (pi * a) + l / 2.0;
  double x = sqrt(fmax(sqrt(b * b - l / a) - b, 0.0));
  for (int i = 0; i < 3; ++i) {
    const double miss = value < 0.5 ? erf(x) - value : complement - erfc(x);
    const double step = miss / (2.0 / sqrt(pi) * exp(-x * x));
    x -= step / (1.0 + x * step);
  }
  return x;
}

/// Modified Bessel function of the first kind by its series, all of whose terms are positive.
inline double bessel_i(int order, double x) {
  double term = order == 0 ? 1.0 : x / 2.0, sum = term;
  for (int k = 1; fabs(term) > 1e-17 * fabs(sum); ++k) sum += term *= x * x / (4.0 * k * (k + order));
  return sum;
}

/// exp(x^2) erfc(x); where erfc underflows, the continued fraction.
inline double scaled_erfc(double x) {
  if (x < 25.0) return exp(x * x) * erfc(x);
  double fraction = 0.0;
  for (int k = 20; k > 0; --k) fraction = k / 2.0 / (x + fraction);
  return 1.0 / (sqrt(pi) * (x + fraction));
}
}  // namespace cudasim

inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline double rcbrt(double x) { return 1.0 / cbrt(x); }
inline double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
inline double sinpi(double x) {
  const double r = fmod(x, 2.0);
  return r == floor(r) ? copysign(0.0, x) : sin(cudasim::pi * r);
}
inline double cospi(double x) {
  const double r = fabs(fmod(x, 2.0));
  return r == 0.5 || r == 1.5 ? 0.0 : cos(cudasim::pi * r);
}
inline void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
inline double norm3d(double a, double b, double c) { return hypot(hypot(a, b), c); }
inline double norm4d(double a, double b, double c, double d) { return hypot(hypot(a, b), hypot(c, d)); }
inline double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
inline double rnorm4d(double a, double b, double c, double d) { return 1.0 / norm4d(a, b, c, d); }
inline double norm(int dimension, const double* v) {
  double length = 0.0;
  for (int i = 0; i < dimension; ++i) length = hypot(length, v[i]);
  return length;
}
inline double rnorm(int dimension, const double* v) { return 1.0 / norm(dimension, v); }
inline double erfinv(double y) { return copysign(cudasim::inverse_erf(fabs(y), 1.0 - fabs(y)), y); }
inline double erfcinv(double y) {
  return y < 1.0 ? cudasim::inverse_erf(1.0 - y, y) : -cudasim::inverse_erf(y - 1.0, 2.0 - y);
}
inline double erfcx(double x) { return cudasim::scaled_erfc(x); }
inline double normcdf(double x) { return 0.5 * erfc(-x * sqrt(0.5)); }
inline double normcdfinv(double p) { return -sqrt(2.0) * erfcinv(2.0 * p); }
inline double cyl_bessel_i0(double x) { return cudasim::bessel_i(0, x); }
inline double cyl_bessel_i1(double x) { return cudasim::bessel_i(1, x); }
#ifndef _GNU_SOURCE
inline double exp10(double x) { return pow(10.0, x); }
inline float exp10f(float x) { return powf(10.0f, x); }
#endif

inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline float rcbrtf(float x) { return static_cast<float>(rcbrt(x)); }
inline float rhypotf(float x, float y) { return static_cast<float>(rhypot(x, y)); }
inline float sinpif(float x) { return static_cast<float>(sinpi(x)); }
inline float cospif(float x) { return static_cast<float>(cospi(x)); }
inline void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
inline float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
inline float norm4df(float a, float b, float c, float d) { return static_cast<float>(norm4d(a, b, c, d)); }
inline float rnorm3df(float a, float b, float c) { return static_cast<float>(rnorm3d(a, b, c)); }
inline float rnorm4df(float a, float b, float c, float d) { return static_cast<float>(rnorm4d(a, b, c, d)); }
inline float normf(int dimension, const float* v) {
  double length = 0.0;
  for (int i = 0; i < dimension; ++i) length = hypot(length, static_cast<double>(v[i]));
  return static_cast<float>(length);
}
inline float rnormf(int dimension, const float* v) { return 1.0f / normf(dimension, v); }
inline float erfinvf(float y) { return static_cast<float>(erfinv(y)); }
inline float erfcinvf(float y) { return static_cast<float>(erfcinv(y)); }
inline float erfcxf(float x) { return static_cast<float>(erfcx(x)); }
inline float normcdff(float x) { return static_cast<float>(normcdf(x)); }
inline float normcdfinvf(float p) { return static_cast<float>(normcdfinv(p)); }
inline float cyl_bessel_i0f(float x) { return static_cast<float>(cyl_bessel_i0(x)); }
inline float cyl_bessel_i1f(float x) { return static_cast<float>(cyl_bessel_i1(x)); }
inline float fdividef(float a, float b) { return a / b; }
inline double fdivide(double a, double b) { return a / b; }

// ---- the device's float overloads of the functions above and of a few of the C library's ----
inline float rsqrt(float x) { return rsqrtf(x); }
inline float rcbrt(float x) { return rcbrtf(x); }
inline float sinpi(float x) { return sinpif(x); }
inline float cospi(float x) { return cospif(x); }
inline void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }
inline float erfinv(float x) { return erfinvf(x); }
inline float erfcinv(float x) { return erfcinvf(x); }
inline float erfcx(float x) { return erfcxf(x); }
inline float normcdf(float x) { return normcdff(x); }
inline float normcdfinv(float x) { return normcdfinvf(x); }
inline float cyl_bessel_i0(float x) { return cyl_bessel_i0f(x); }
inline float cyl_bessel_i1(float x) { return cyl_bessel_i1f(x); }
inline float exp10(float x) { return exp10f(x); }
inline void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
inline float j0(float x) { return j0f(x); }
inline float j1(float x) { return j1f(x); }
inline float jn(int order, float x) { return jnf(order, x); }
inline float y0(float x) { return y0f(x); }
inline float y1(float x) { return y1f(x); }
inline float yn(int order, float x) { return ynf(order, x); }

// ---- fast forms ----
// As the guide derives them from what the device's special function units give. noexcept, since the C library declares functions of these
// names for itself.
namespace cudasim::detail {
/// Of a submission: in the marker's second run another number within the error of such a unit.
float result_of_guest(float result) noexcept;
inline float approximated(float result) noexcept {
#ifdef CUDASIM_SUBMISSION
  return result_of_guest(result);
#else
  return result;
#endif
}
}  // namespace cudasim::detail
inline float __sinf(float x) noexcept { return cudasim::detail::approximated(sinf(x)); }
inline float __cosf(float x) noexcept { return cudasim::detail::approximated(cosf(x)); }
inline void __sincosf(float x, float* sine, float* cosine) noexcept {
  *sine = __sinf(x);
  *cosine = __cosf(x);
}
/// 0 beyond 2^126, and no quotient of its own: a times the reciprocal of b.
inline float __fdividef(float a, float b) noexcept {
  if (fabsf(b) > 0x1p126f && fabsf(b) < HUGE_VALF) return 0.0f * a;
  return fabsf(b) < 0x1p-126f ? a / b : a * cudasim::detail::approximated(1.0f / b);
}
inline float __tanf(float x) noexcept { return __fdividef(__sinf(x), __cosf(x)); }
inline float __log2f(float x) noexcept { return cudasim::detail::approximated(log2f(x)); }
inline float __logf(float x) noexcept { return __log2f(x) * 0.693147181f; }
inline float __log10f(float x) noexcept { return __log2f(x) * 0.301029996f; }
inline float __expf(float x) noexcept { return cudasim::detail::approximated(exp2f(x * 1.44269504f)); }
inline float __exp10f(float x) noexcept { return cudasim::detail::approximated(exp2f(x * 3.32192809f)); }
/// A NaN for a negative x, and seldom exact.
inline float __powf(float x, float y) noexcept {
  return cudasim::detail::approximated(exp2f(y * __log2f(x)));
}
inline float __tanhf(float x) noexcept { return cudasim::detail::approximated(tanhf(x)); }
/// Clamps to [0, 1]; a NaN becomes 0.
inline float __saturatef(float x) noexcept { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

// ---- in place of calls ----
// In code that simcc compiles without the lens (-fno-math-errno). The lens counts the calls, as instructions. clang needs no help to do this.
#if defined(__NO_MATH_ERRNO__) && !defined(CUDASIM_LENS) && !defined(__clang__)
#define CUDASIM_FMIN_FMAX(T, name, comes_before)                                       \
  extern inline __attribute__((gnu_inline, always_inline)) T name(T a, T b) noexcept { \
    const T chosen = a comes_before b ? a : b;                                         \
    return b == b ? chosen : a; /* a NaN loses against a number */                     \
  }
extern "C" {
CUDASIM_FMIN_FMAX(float, fmaxf, >)
CUDASIM_FMIN_FMAX(float, fminf, <)
CUDASIM_FMIN_FMAX(double, fmax, >)
CUDASIM_FMIN_FMAX(double, fmin, <)
}
#undef CUDASIM_FMIN_FMAX
#endif
