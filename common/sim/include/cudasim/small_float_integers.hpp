// A 16-bit floating-point number to and from integers of 8, 16 and 64 bits, those conversions that small_float.hpp has not.
#pragma once

#include "cudasim/small_float.hpp"

namespace cudasim {

/// With a sticky last digit for those dropped, so that the value may be rounded once more.
template <class Integer>
double rounded_to_odd(Integer value) {
  const double toward_zero = to_real<double, FE_TOWARDZERO>(value);
  const auto bits = bits_as<std::uint64_t>(toward_zero);
  return static_cast<Integer>(toward_zero) == value ? toward_zero : bits_as<double>(bits | 1);
}

}  // namespace cudasim

#define CUDASIM_SMALL_FLOAT_INTEGERS_ROUNDED(name, Scalar, suffix, mode, fenv_mode) \
  inline short __##name##2short_##suffix(Scalar x) {                                \
    return cudasim::to_integer<short, fenv_mode>(float{x});                         \
  }                                                                                 \
  inline unsigned short __##name##2ushort_##suffix(Scalar x) {                      \
    return cudasim::to_integer<unsigned short, fenv_mode>(float{x});                \
  }                                                                                 \
  inline unsigned long long __##name##2ull_##suffix(Scalar x) {                     \
    return cudasim::to_integer<unsigned long long, fenv_mode>(float{x});            \
  }                                                                                 \
  inline Scalar __ll2##name##_##suffix(long long x) {                               \
    return Scalar::from(cudasim::rounded_to_odd(x), cudasim::Rounding::mode);       \
  }                                                                                 \
  inline Scalar __ull2##name##_##suffix(unsigned long long x) {                     \
    return Scalar::from(cudasim::rounded_to_odd(x), cudasim::Rounding::mode);       \
  }

#define CUDASIM_SMALL_FLOAT_INTEGERS(name, Scalar)                               \
  CUDASIM_SMALL_FLOAT_INTEGERS_ROUNDED(name, Scalar, rn, nearest, FE_TONEAREST)  \
  CUDASIM_SMALL_FLOAT_INTEGERS_ROUNDED(name, Scalar, rz, to_zero, FE_TOWARDZERO) \
  CUDASIM_SMALL_FLOAT_INTEGERS_ROUNDED(name, Scalar, ru, up, FE_UPWARD)          \
  CUDASIM_SMALL_FLOAT_INTEGERS_ROUNDED(name, Scalar, rd, down, FE_DOWNWARD)      \
  inline signed char __##name##2char_rz(Scalar x) {                              \
    return cudasim::to_integer<signed char, FE_TOWARDZERO>(float{x});            \
  }                                                                              \
  inline unsigned char __##name##2uchar_rz(Scalar x) {                           \
    return cudasim::to_integer<unsigned char, FE_TOWARDZERO>(float{x});          \
  }
