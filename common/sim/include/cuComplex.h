// Stand-in: complex numbers as pairs.
#pragma once

#define CU_COMPLEX_H_

#include <math.h>

#include "cudasim/types.hpp"

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;

// `f` is the suffix of the single-precision names. The quotient is Smith's, which neither overflows nor
// underflows where the result does not.
#define CUDASIM_COMPLEX(Complex, Real, f, maker)                                                            \
  inline Complex maker(Real x, Real y) { return {x, y}; }                                                   \
  inline Real cuCreal##f(Complex a) { return a.x; }                                                         \
  inline Real cuCimag##f(Complex a) { return a.y; }                                                         \
  inline Complex cuConj##f(Complex a) { return {a.x, -a.y}; }                                               \
  inline Complex cuCadd##f(Complex a, Complex b) { return {a.x + b.x, a.y + b.y}; }                         \
  inline Complex cuCsub##f(Complex a, Complex b) { return {a.x - b.x, a.y - b.y}; }                         \
  inline Complex cuCmul##f(Complex a, Complex b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; } \
  inline Complex cuCfma##f(Complex a, Complex b, Complex c) { return cuCadd##f(cuCmul##f(a, b), c); }       \
  inline Real cuCabs##f(Complex a) { return hypot##f(a.x, a.y); }                                           \
  inline Complex cuCdiv##f(Complex a, Complex b) {                                                          \
    if (fabs##f(b.x) >= fabs##f(b.y)) {                                                                     \
      const Real r = b.y / b.x, d = b.x + b.y * r;                                                          \
      return {(a.x + a.y * r) / d, (a.y - a.x * r) / d};                                                    \
    }                                                                                                       \
    const Real r = b.x / b.y, d = b.x * r + b.y;                                                            \
    return {(a.x * r + a.y) / d, (a.y * r - a.x) / d};                                                      \
  }
CUDASIM_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex)
CUDASIM_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex)
#undef CUDASIM_COMPLEX

inline cuComplex make_cuComplex(float x, float y) { return {x, y}; }
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {a.x, a.y}; }
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y)};
}
