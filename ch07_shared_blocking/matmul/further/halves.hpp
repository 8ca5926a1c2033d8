#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>

/// @file
/// A float as two halves, so that tensor cores can multiply it, and how exact a product of such floats is.
///
/// u = 2^-24: a sum or a product of floats is rounded by at most u of its size.
///
/// 1. All elements of a matrix are multiplied by one power of two, so that the largest lies in [2^14, 2^15). Let all others
///    but zeros be 2^-12 or more in size: x in [2^e, 2^(e+1)) with e >= -12. high = x, rounded to the 11 digits of a
///    half, is off by 2^(e-11) at most. x - high is exact in float, and a multiple of 2^(e-23). low = 2048 (x - high) is
///    thus a multiple of 2^(e-12) >= 2^-24, which every half of 11 digits is, and not larger than 2^e. Rounded to a half it
///    is off by 2^(e-12) at most. So x = high + low / 2048 + d with |d| <= 2^(e-23) <= 2 u |x|.
/// 2. a b = high high' + (high low' + low high') / 2048 + what is left out: low low' / 2048^2, at most 2^-22 |a b| = 4 u |a b|,
///    and d b and a d', at most 2 u |a b| each (and products of small things, which the rounding up in 4 covers).
///    In all 8 u |a b|.
/// 3. A tensor core multiplies halves exactly and adds 16 products. How it adds is not documented: it aligns them to the largest
///    and cuts. We allow it one unit in the last of 24 places of the largest for each of 16 terms and a start: 17 * 2 u
///    of the largest, which is less than 34 u of the 16 sizes. The products with a low part are smaller by 2^10, and
///    two instructions add them: 34 u * 2^-8 at most. Two roundings join both sums, and together they stay below 40 u of
///    the 16 sizes. So for all chunks of 16 terms: 40 u sum |a b|, however many there are.
/// 4. The sums of k / 16 chunks are added in float: (k / 16) u sum |a b|, and second-order terms.
///
/// An element of the product errs by at most (k / 16 + 48) u sum |a b|. The bound for floats is k u sum |a b|; from k = 52 on
/// this one is the smaller, and we take tensor cores from least_terms on. In both a rounding where C itself is denormal adds 2^-150.
namespace matmul {

/// Shorter sums are left to floats: there the bound above is no better, and nothing takes long.
constexpr int least_terms = 64;

/// The sizes in a matrix, as bits of floats, which have the order of the floats: the largest, and the complement of the
/// smallest other than zero. Both start from 0.
struct Sizes {
  std::uint32_t largest;
  std::uint32_t not_smallest;
};

/// The exponent of a size, given as bits: floor(log2), at least -127, and 128 for what is not finite.
__host__ __device__ inline int exponent_of(std::uint32_t bits) { return static_cast<int>(bits >> 23) - 127; }

/// The exponent of the power of two that takes the largest element into [2^14, 2^15); 0 if there are only zeros.
__host__ __device__ inline int shift_of(const Sizes& sizes) {
  return sizes.largest == 0 ? 0 : 14 - exponent_of(sizes.largest);
}

/// Whether step 1 holds: all is finite, nothing is too small beside the largest, and the scale is a float.
__host__ __device__ inline bool fits_halves(const Sizes& sizes) {
  if (sizes.largest == 0) return true;
  const int exponent = exponent_of(sizes.largest);
  return exponent >= -100 && exponent <= 100 && exponent_of(~sizes.not_smallest) >= exponent - 26;
}

/// One element: high + low / 2048.
struct Halves {
  __half high;
  __half low;
};

/// Splits an element that is scaled already.
__host__ __device__ inline Halves split(float scaled) {
  const __half high = __float2half_rn(scaled);
  return {high, __float2half_rn(2048 * (scaled - __half2float(high)))};
}

}  // namespace matmul
