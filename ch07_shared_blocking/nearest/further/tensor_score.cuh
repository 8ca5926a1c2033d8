#pragma once

#include <cuda_fp16.h>

#include <cmath>

/// @file
/// Squared distances as sums of eight products of half-precision numbers, for a tensor core, and the limit that
/// makes such a sum a proof: where it is not negative, the candidate is not the nearest.
///
/// All places are in (-1, 1): x = (point - centre) * scale. A query's place x_p is rounded to halves, a. A
/// candidate's place x_q is split into two halves, b = high + low, and so is its squared length, n_high + n_low:
///
///     slot         0      1      2      3      4      5      6       7
///     query      -2a_x  -2a_y  -2a_z  -2a_x  -2a_y  -2a_z    1       1
///     candidate  high_x high_y high_z low_x  low_y  low_z  n_high  n_low
///
/// With start = |a|^2 - limit,  start + sum = |a - b|^2 - limit.  Let D = |x_p - x_q| be the scaled distance.
///
/// 1. |a - b| <= D + |x_p - a| + |x_q - b|. A coordinate of a place is off by at most 2^-25 (one rounded
///    difference; the scale is a power of two), and high + low by at most 2^-24 more. So |x_q - b| is at most
///    sqrt(3) 1.5 2^-24, and |x_p - a| is what we compute for it, plus sqrt(3) 2^-25: together they are less than the
///    computed value plus 2^-22.
/// 2. The nearest of all has a squared distance, computed in float, of at most the one found so far. Its true
///    distance is at most (1 + 2^-20) times the root of that. So |a - b| <= reach for the nearest.
/// 3. The sum is not exact. In units of 2^-24: n_high + n_low is off by 9 (three roundings of at most 3 each), by 6
///    (b is not quite the place that it was computed from) and by 4 (two halves); start is off by 6. Products
///    of halves are exact in float. A tensor core aligns the nine terms, each below 4 while the limit is below 1,
///    and cuts them: we assume a loss of less than one unit in the last of 24 places of the largest, 9 * 4. It
///    may add them in two steps, and cut both sums, which are below 16: 2 * 16. In all 93 < 128. Float by float,
///    as in the portable path, there are eight roundings of half a unit of sums below 16: 8 * 8, which is less.
/// 4. So for the nearest start + sum is below 0, if limit = reach^2 + 128 * 2^-24. A factor of 1 + 2^-16 makes up
///    for the roundings of the limit itself, and for larger terms where the limit is 1 or more.
///
/// How a tensor core adds is not documented: step 3 allows it more than we ever measured. We also assume that
/// no squared distance overflows or underflows.
namespace nearest {

/// Rounded to the nearest half.
__host__ __device__ inline float to_half(float x) { return __half2float(__float2half_rn(x)); }

/// Eight numbers that are halves.
struct Slots {
  float slot[8];
};

/// The place's column of the product.
__host__ __device__ inline Slots candidate_slots(float3 place) {
  const float3 high = {to_half(place.x), to_half(place.y), to_half(place.z)};
  const float norm = place.x * place.x + place.y * place.y + place.z * place.z;
  const float norm_high = to_half(norm);
  return {{high.x, high.y, high.z, to_half(place.x - high.x), to_half(place.y - high.y),
           to_half(place.z - high.z), norm_high, to_half(norm - norm_high)}};
}

/// The column of no point: its sums are positive, whatever the query.
__host__ __device__ inline Slots no_candidate_slots() { return {{0, 0, 0, 0, 0, 0, 60000, 0}}; }

/// The place's row of the product.
__host__ __device__ inline Slots query_slots(float3 place) {
  const float3 a = {-2 * to_half(place.x), -2 * to_half(place.y), -2 * to_half(place.z)};
  return {{a.x, a.y, a.z, a.x, a.y, a.z, 1, 1}};
}

/// The value that the sums of a row start from. A sum that does not end below 0 is no nearest neighbor's.
/// @param distance  squared, before scaling, of the nearest point found so far; not finite: none was found
__host__ __device__ inline float start_value(float3 place, float distance, float scale) {
  if (!(distance < INFINITY)) return -1000;  // below all sums but no_candidate_slots()'s
  const float3 a = {to_half(place.x), to_half(place.y), to_half(place.z)};
  const float dx = place.x - a.x, dy = place.y - a.y, dz = place.z - a.z;
  const float reach =
      sqrtf(distance) * scale * (1 + 0x1p-20f) + sqrtf(dx * dx + dy * dy + dz * dz) + 0x1p-22f;
  const float limit = reach * reach * (1 + 0x1p-16f) + 0x1p-17f;
  return a.x * a.x + a.y * a.y + a.z * a.z - limit;
}

}  // namespace nearest
