// Arithmetic with a stated rounding (n nearest even, z towards zero, u up, d down) and conversions between
// numbers.
#pragma once

#include <fenv.h>
#include <math.h>

#include <limits>
#include <type_traits>

namespace cudasim {

/// Runs an operation under a rounding mode. Its operands have to be volatile, or the compiler computes it
/// elsewhere.
template <int Mode, class Operation>
inline auto rounded(Operation operation) {
  if (Mode == FE_TONEAREST) return operation();
  const int before = fegetround();
  fesetround(Mode);
  volatile auto result = operation();
  fesetround(before);
  return static_cast<std::remove_volatile_t<decltype(result)>>(result);
}

/// To an integer as the device converts: rounded by the mode, clamped to the type's range, a NaN to 0 (or,
/// for 64 bits, to the top bit alone).
template <class Integer, int Mode, class Real>
inline Integer to_integer(Real x) {
  using Limits = std::numeric_limits<Integer>;
  if (x != x) return sizeof(Integer) == 4 ? Integer{0} : static_cast<Integer>(1ULL << 63);
  if (Mode == FE_TONEAREST) x = static_cast<Real>(nearbyint(x));
  if (Mode == FE_TOWARDZERO) x = static_cast<Real>(trunc(x));
  if (Mode == FE_UPWARD) x = static_cast<Real>(ceil(x));
  if (Mode == FE_DOWNWARD) x = static_cast<Real>(floor(x));
  if (x <= static_cast<Real>(Limits::min())) return Limits::min();
  // The largest value of the type plus one is a power of two, so it is exact.
  if (x >= static_cast<Real>(Limits::max() / 2 + 1) * 2) return Limits::max();
  return static_cast<Integer>(x);
}

/// To a real number, rounded by the mode.
template <class Real, int Mode, class Number>
inline Real to_real(Number x) {
  volatile Number value = x;
  return rounded<Mode>([&] { return static_cast<Real>(value); });
}

}  // namespace cudasim

#define CUDASIM_ROUNDED(suffix, mode)                             \
  CUDASIM_OPERATIONS(float, f, suffix, mode)                      \
  CUDASIM_OPERATIONS(double, d, suffix, mode)                     \
  inline float __fmaf_##suffix(float a, float b, float c) {       \
    volatile float x = a, y = b, z = c;                           \
    return cudasim::rounded<mode>([&] { return fmaf(x, y, z); }); \
  }                                                               \
  inline double __fma_##suffix(double a, double b, double c) {    \
    volatile double x = a, y = b, z = c;                          \
    return cudasim::rounded<mode>([&] { return fma(x, y, z); });  \
  }                                                               \
  CUDASIM_CONVERSIONS(float, float, suffix, mode)                 \
  CUDASIM_CONVERSIONS(double, double, suffix, mode)               \
  inline float __double2float_##suffix(double x) { return cudasim::to_real<float, mode>(x); }

#define CUDASIM_OPERATIONS(Real, letter, suffix, mode)                                              \
  CUDASIM_BINARY(Real, __##letter##add_##suffix, mode, +)                                           \
  CUDASIM_BINARY(Real, __##letter##sub_##suffix, mode, -)                                           \
  CUDASIM_BINARY(Real, __##letter##mul_##suffix, mode, *)                                           \
  CUDASIM_BINARY(Real, __##letter##div_##suffix, mode, /)                                           \
  inline Real __##letter##rcp_##suffix(Real a) { return __##letter##div_##suffix(Real{1}, a); }     \
  inline Real __##letter##sqrt_##suffix(Real a) {                                                   \
    volatile Real x = a;                                                                            \
    return cudasim::rounded<mode>([&] { return static_cast<Real>(::sqrt(static_cast<Real>(x))); }); \
  }
#define CUDASIM_BINARY(Real, name, mode, operation)                                  \
  inline Real name(Real a, Real b) {                                                 \
    volatile Real x = a, y = b;                                                      \
    return cudasim::rounded<mode>([&] { return static_cast<Real>(x operation y); }); \
  }
#define CUDASIM_CONVERSIONS(Real, name, suffix, mode)                                                 \
  inline int __##name##2int_##suffix(Real x) { return cudasim::to_integer<int, mode>(x); }            \
  inline unsigned int __##name##2uint_##suffix(Real x) {                                              \
    return cudasim::to_integer<unsigned int, mode>(x);                                                \
  }                                                                                                   \
  inline long long __##name##2ll_##suffix(Real x) { return cudasim::to_integer<long long, mode>(x); } \
  inline unsigned long long __##name##2ull_##suffix(Real x) {                                         \
    return cudasim::to_integer<unsigned long long, mode>(x);                                          \
  }                                                                                                   \
  inline Real __int2##name##_##suffix(int x) { return cudasim::to_real<Real, mode>(x); }              \
  inline Real __uint2##name##_##suffix(unsigned int x) { return cudasim::to_real<Real, mode>(x); }    \
  inline Real __ll2##name##_##suffix(long long x) { return cudasim::to_real<Real, mode>(x); }         \
  inline Real __ull2##name##_##suffix(unsigned long long x) { return cudasim::to_real<Real, mode>(x); }

CUDASIM_ROUNDED(rn, FE_TONEAREST)
CUDASIM_ROUNDED(rz, FE_TOWARDZERO)
CUDASIM_ROUNDED(ru, FE_UPWARD)
CUDASIM_ROUNDED(rd, FE_DOWNWARD)

#undef CUDASIM_CONVERSIONS
#undef CUDASIM_BINARY
#undef CUDASIM_OPERATIONS
#undef CUDASIM_ROUNDED

inline float __frsqrt_rn(float x) { return static_cast<float>(1.0 / ::sqrt(static_cast<double>(x))); }
