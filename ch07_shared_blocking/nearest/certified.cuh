#pragma once

#include "nearest/chunks.cuh"

/// Distances to a chunk of candidates by 3 multiply-adds a pair, and how far off they may be.
///
/// Let c be the centre of a chunk, p a point, q a candidate of the chunk, P = p - c, Q = q - c, d = |p - q|. Then
///
///     d^2 = |P|^2 - v   with   v = 2 P.Q - |Q|^2
///
/// so that the nearest candidate of a chunk is the one with the largest v. A chunk knows 2 Q and -|Q|^2; then v
/// takes 3 multiply-adds, against 3 differences, a product and 2 multiply-adds for d^2. But v is a small difference
/// of large terms, and what rounding takes from them is in it. How much can that be?
///
/// Let u = 2^-24. Each operation is off by at most u of its result. To first order in u, and with
/// s = |P| + |Q|, so that d <= s:
///
///     coordinates   P and Q are off by u |P| and u |Q|        d^2 by at most 2 d u s <= 2 u s^2
///     |Q|^2         a product, 2 multiply-adds                 3 u |Q|^2
///     |P|^2         the same                                   3 u |P|^2
///     v             3 multiply-adds, and no partial sum exceeds |Q|^2 + 2 |P||Q|
///                                                              3 u (|Q|^2 + 2 |P||Q|)
///     |P|^2 - v - error   two differences, of at most s^2      2 u s^2
///
/// In all at most u (3 |P|^2 + 6 |Q|^2 + 6 |P||Q| + 4 s^2) <= 10 u s^2. And squared_distance, by which the nearest
/// point is defined, is itself off by 5 u d^2 <= 5 u s^2: 2 u for the square of a rounded difference, and 3 roundings.
/// So the two differ by at most 15 u s^2 <= 30 u (|P|^2 + |Q|^2). With R the largest |Q| of the chunk
///
///     error = 2^-19 (|P|^2 + R^2) + 2^-120      (2^-19 = 32 u)
///
/// leaves a sixteenth for the terms of second order and for the roundings of the error itself. The last term is for
/// results that are too small for a normal float: there an operation may be off by 2^-126, flushed to zero or not,
/// and there are a dozen. And no number above exceeds 2 (|P|^2 + R^2). So where one is too large for a float, so is
/// 4 (|P|^2 + R^2), which we compute on the way: the error is infinite then.
///
/// So, with v the largest of a chunk, no candidate of the chunk has a squared_distance below |P|^2 - v - error. A chunk
/// for which this lies above some distance that we know does not hold the nearest point. In all others we look, with
/// squared_distance itself, and the answer is exact.
///
/// The bound holds as well with any larger number in the place of v, such as 0 where v is negative: all candidates are
/// farther from p then than the centre is.
///
/// nearest_fused adds K, the largest |Q|^2, to v, so that d^2 = |P|^2 + K - v. Then K - |Q|^2 is off by u R^2 more, and
/// v by 3 u (R^2 + 2 |P| R), since no partial sum exceeds K + 2 |P| R; |P|^2 + K - error takes two operations that are
/// off by u (|P|^2 + R^2) each, and of the last line u s^2 is left. In all, squared_distance included and with
/// s = |P| + R, at most
///
///     u (8 s^2 + 5 |P|^2 + 9 R^2 + 6 |P| R) <= u (24 |P|^2 + 28 R^2)
///
/// which the same error covers. A v below 0 means there that all candidates are farther than sqrt(|P|^2 + K).
namespace ch07 {

/// The error. @param norm |P|^2 @param radius 4 R^2
__device__ inline float error_bound(float norm, float radius) {
  return fmaf(fmaf(4, norm, radius), 0x1p-21f, 0x1p-120f);
}

/// What lanes hold, joined by `join`, in each lane of the warp.
template <typename Join>
__device__ float warp_join(float value, Join join) {
  for (int apart = 16; apart > 0; apart /= 2) value = join(value, __shfl_xor_sync(0xffffffffu, value, apart));
  return value;
}

/// A chunk's candidates as the filter wants them. A warp for each chunk.
/// @param[out] ordered  {x, y, z, index}, for the exact second look
/// @param[out] packed   {2 Q, -|Q|^2}; behind the last point {0, 0, 0, -infinity}, which is never the largest
/// @param[out] centres  {c, 4 R^2}
template <int size, typename Points>
__global__ void prepare_chunks(Points points, int count, int chunks, float4* ordered, float4* packed,
                               float4* centres) {
  const int chunk = blockIdx.x * (block_size / 32) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (chunk >= chunks) return;  // the whole warp

  constexpr int each = size / 32;
  const int first = chunk * size + lane;
  float4 own[each];
  float3 low{INFINITY, INFINITY, INFINITY};
  float3 high{-INFINITY, -INFINITY, -INFINITY};
#pragma unroll
  for (int k = 0; k < each; ++k) {
    const int i = first + 32 * k;
    if (i >= count) break;
    own[k] = points[i];
    low = {fminf(low.x, own[k].x), fminf(low.y, own[k].y), fminf(low.z, own[k].z)};
    high = {fmaxf(high.x, own[k].x), fmaxf(high.y, own[k].y), fmaxf(high.z, own[k].z)};
  }
  const auto minimum = [](float a, float b) { return fminf(a, b); };
  const auto maximum = [](float a, float b) { return fmaxf(a, b); };
  const auto middle = [&](float from, float to) {
    return 0.5f * warp_join(from, minimum) + 0.5f * warp_join(to, maximum);  // the sum could be too large
  };
  // Any point near the chunk will do: the nearer, the smaller the error.
  const float3 centre{middle(low.x, high.x), middle(low.y, high.y), middle(low.z, high.z)};

  float radius2 = 0;
#pragma unroll
  for (int k = 0; k < each; ++k) {
    const int i = first + 32 * k;
    float4 candidate{0, 0, 0, -INFINITY};
    if (i < count) {
      const float x = own[k].x - centre.x;
      const float y = own[k].y - centre.y;
      const float z = own[k].z - centre.z;
      const float norm = fmaf(z, z, fmaf(y, y, x * x));
      candidate = {2 * x, 2 * y, 2 * z, -norm};
      radius2 = fmaxf(radius2, norm);
      ordered[i] = own[k];
    }
    packed[i] = candidate;
  }
  radius2 = warp_join(radius2, maximum);
  if (lane == 0) centres[chunk] = {centre.x, centre.y, centre.z, 4 * radius2};
}

/// What the filter knows of a point and a slice.
struct __align__(16) Bounds {
  float lowest;  ///< no distance in the slice lies below
  float second;  ///< no distance in the other chunks of the slice lies below
  int chunk;     ///< the one with the lowest bound
  int unused;
};

/// The second look: finds the nearest point in the own chunk and in all that are not ruled out. A warp for each point,
/// a lane for each slice, of which there are at most 32.
/// @param ordered       gives a float4 {x, y, z, index} by []
/// @param bounds        of point i in a slice: bounds[slice * count + i]
/// @param[out] nearest  by the given order of the points
template <int size, typename Points>
__global__ void __launch_bounds__(block_size)
    second_look(Points ordered, int count, int chunks, int slices, const Bounds* bounds, int* nearest) {
  const int query = blockIdx.x * (block_size / 32) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (query >= count) return;  // the whole warp

  const float4 own = ordered[query];
  Nearest best;
  const auto look = [&](int first, int last) {
    scan(ordered, first * size, min(last * size, count), own, best);
  };

  Bounds mine{INFINITY, INFINITY, INT_MAX, 0};
  if (lane < slices) mine = bounds[static_cast<long long>(lane) * count + query];

  // The own chunk, and the likeliest of all others: what is found there rules out nearly all the rest.
  Nearest likeliest;
  likeliest.consider(mine.lowest, mine.chunk);
  likeliest = warp_nearest(likeliest);
  look(query / size, query / size + 1);
  if (likeliest.index != INT_MAX) look(likeliest.index, likeliest.index + 1);
  best = warp_nearest(best);

  const float known = best.distance;
  const bool again = mine.lowest <= known && mine.lowest < INFINITY && mine.chunk != likeliest.index;
  for (unsigned which = __ballot_sync(0xffffffffu, again); which != 0; which &= which - 1) {
    const int chunk = __shfl_sync(0xffffffffu, mine.chunk, __ffs(which) - 1);
    look(chunk, chunk + 1);
  }
  // More than one chunk of a slice: then all of it.
  const bool all = mine.second <= known && mine.second < INFINITY;
  for (unsigned which = __ballot_sync(0xffffffffu, all); which != 0; which &= which - 1) {
    const int slice = __ffs(which) - 1;
    look(first_chunk(slice, slices, chunks), first_chunk(slice + 1, slices, chunks));
  }
  best = warp_nearest(best);
  if (lane == 0) nearest[__float_as_int(own.w)] = best.index == INT_MAX ? -1 : best.index;
}

/// The largest of three numbers. Whole numbers that stand for negative floats have the wrong order: of_three is for
/// a >= 0 alone, and then b and c count where they are positive.
template <bool of_three>
__device__ float largest_of(float a, float b, float c) {
  if (!of_three) return fmaxf(a, fmaxf(b, c));
  return __int_as_float(largest(__float_as_int(a), __float_as_int(b), __float_as_int(c)));
}

/// Slices at least: where a second look takes a whole slice, slices should be short.
constexpr int fewest_slices = 16;

}  // namespace ch07
