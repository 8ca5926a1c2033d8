#pragma once

#include "tutorial/tutorial.hpp"

/// Chunks of candidates for a filter with a proven bound: what each chunk knows, and how far off its distances may be.
namespace nearest::certified {

constexpr int block_size = 128;

// [proof]
// Distances to a chunk of candidates by 3 multiply-adds a pair, and how far off they may be.
//
// Let c be the centre of a chunk, p a point, q a candidate of the chunk, P = p - c, Q = q - c, d = |p - q|. Then
//
//     d^2 = |P|^2 - v   with   v = 2 P.Q - |Q|^2
//
// so that the nearest candidate of a chunk is the one with the largest v. A chunk knows 2 Q and -|Q|^2; then v
// takes 3 multiply-adds, against 3 differences, a product and 2 multiply-adds for d^2. But v is a small difference
// of large terms, and what rounding takes from them is in it. How much can that be?
//
// Let u = 2^-24. Each operation is off by at most u of its result. To first order in u, and with
// s = |P| + |Q|, so that d <= s:
//
//     coordinates   P and Q are off by u |P| and u |Q|        d^2 by at most 2 d u s <= 2 u s^2
//     |Q|^2         a product, 2 multiply-adds                 3 u |Q|^2
//     |P|^2         the same                                   3 u |P|^2
//     v             3 multiply-adds, and no partial sum exceeds |Q|^2 + 2 |P||Q|
//                                                              3 u (|Q|^2 + 2 |P||Q|)
//     |P|^2 - v - error   two differences, of at most s^2      2 u s^2
//
// In all at most u (3 |P|^2 + 6 |Q|^2 + 6 |P||Q| + 4 s^2) <= 10 u s^2. And squared_distance, by which the nearest
// point is defined, is itself off by 5 u d^2 <= 5 u s^2: 2 u for the square of a rounded difference, and 3 roundings.
// So the two differ by at most 15 u s^2 <= 30 u (|P|^2 + |Q|^2). With R the largest |Q| of the chunk
//
//     error = 2^-19 (|P|^2 + R^2) + 2^-120      (2^-19 = 32 u)
//
// leaves a sixteenth for the terms of second order and for the roundings of the error itself. The last term is for
// results that are too small for a normal float: there an operation may be off by 2^-126, flushed to zero or not,
// and there are a dozen. And no number above exceeds 2 (|P|^2 + R^2). So where one is too large for a float, so is
// 4 (|P|^2 + R^2), which we compute on the way: the error is infinite then.
//
// So, with v the largest of a chunk, no candidate of the chunk has a squared_distance below |P|^2 - v - error. A chunk
// for which this lies above some distance that we know does not hold the nearest point. In all others we look, with
// squared_distance itself, and the answer is exact.
//
// The bound holds as well with any larger number in the place of v, such as 0 where v is negative: all candidates are
// farther from p then than the centre is.

// The error. norm: |P|^2; radius: 4 R^2
__device__ float error_bound(float norm, float radius) {
  return fmaf(fmaf(4, norm, radius), 0x1p-21f, 0x1p-120f);
}
// [proof]

// What lanes hold, joined by `join`, in each lane of the warp.
template <typename Join>
__device__ float warp_join(float value, Join join) {
  for (int lane_offset = 16; lane_offset > 0; lane_offset /= 2)
    value = join(value, __shfl_xor_sync(0xffffffffu, value, lane_offset));
  return value;
}

// First kernel: a chunk's candidates as the filter needs them. One warp per chunk.
//
//     ordered   {x, y, z, index}, for the exact second look
//     packed    {2 Q, -|Q|^2}; past the last point {0, 0, 0, -infinity}, which is never the largest
//     centres   {c, 4 R^2}
template <int size, typename Points>
__global__ void prepare_chunks(Points points, int count, int chunks, float4* ordered, float4* packed,
                               float4* centres) {
  const int chunk = blockIdx.x * (block_size / 32) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (chunk >= chunks) return;  // the whole warp

  constexpr int items_per_thread = size / 32;
  const int first = chunk * size + lane;
  float4 own[items_per_thread];
  float3 low{INFINITY, INFINITY, INFINITY};
  float3 high{-INFINITY, -INFINITY, -INFINITY};
#pragma unroll
  for (int k = 0; k < items_per_thread; ++k) {
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
  for (int k = 0; k < items_per_thread; ++k) {
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

}  // namespace nearest::certified
