#pragma once

#include <climits>
#include <cmath>

/// The exact search of a warp, as nearest_split has it, for the rungs that look again where a filter cannot decide.
namespace nearest {

/// The squared distance of all rungs, with its roundings in one place: three differences, a product, two fused
/// multiply-adds. So each step, each rung and the reference find the same floats, and `==` means what it says.
__device__ inline float squared_distance(float4 a, float4 b) {
  const float dx = a.x - b.x;
  const float dy = a.y - b.y;
  const float dz = a.z - b.z;
  return fmaf(dz, dz, fmaf(dy, dy, dx * dx));
}

/// Points as they are given: {x, y, z} and, as the bits of w, the index.
struct GivenPoints {
  const float3* points;

  __device__ float4 operator[](int i) const {
    const float3 point = points[i];
    return {point.x, point.y, point.z, __int_as_float(i)};
  }
};

/// The nearest point so far, and of equals the one with the lowest index.
struct Best {
  float distance = INFINITY;  ///< squared
  int index = INT_MAX;        ///< INT_MAX: none

  __device__ void consider(float other_distance, int other_index) {
    if (other_distance < distance || (other_distance == distance && other_index < index)) {
      distance = other_distance;
      index = other_index;
    }
  }
};

/// The best of the whole warp, in each of its lanes.
__device__ inline Best warp_best(Best own) {
  for (int lane_offset = 16; lane_offset > 0; lane_offset /= 2) {
    const float distance = __shfl_xor_sync(0xffffffffu, own.distance, lane_offset);
    const int index = __shfl_xor_sync(0xffffffffu, own.index, lane_offset);
    own.consider(distance, index);
  }
  return own;
}

/// Compares two points {x, y, z, index}; a point is not its own neighbor.
__device__ inline void compare(float4 own, float4 other, Best& best) {
  const float distance = squared_distance(own, other);
  if (__float_as_int(own.w) != __float_as_int(other.w)) best.consider(distance, __float_as_int(other.w));
}

/// A warp compares the point `own` with the candidates from `first` on, up to `last`; each lane with its share of
/// them. Points: anything that gives a float4 {x, y, z, index} by [].
template <typename Points>
__device__ void scan(Points points, int first, int last, float4 own, Best& best) {
  for (int i = first + static_cast<int>(threadIdx.x % 32); i < last; i += 32) compare(own, points[i], best);
}

}  // namespace nearest
