#pragma once

#include <algorithm>

#include "tutorial/tutorial.hpp"

/// The points' common frame: coordinates in (-1, 1), however far the points are from the origin and each other.
namespace ch07 {

/// Where the points lie.
struct Frame {
  float3 centre;
  float scale;  ///< a power of two

  /// `(point - centre) * scale`, in (-1, 1) on each axis. The differences are rounded, the scale rounds nothing.
  __device__ float3 place(float4 point) const {
    return {(point.x - centre.x) * scale, (point.y - centre.y) * scale, (point.z - centre.z) * scale};
  }
};

/// A float as an unsigned number, so that the order stays and atomicMin works.
__device__ inline unsigned in_order(float x) {
  const unsigned bits = __float_as_uint(x);
  return bits ^ (bits >> 31 != 0 ? 0xffffffffu : 0x80000000u);
}

/// The float behind in_order(x).
__device__ inline float from_order(unsigned bits) {
  return __uint_as_float(bits ^ (bits >> 31 != 0 ? 0x80000000u : 0xffffffffu));
}

/// Finds the box round all points.
/// @param box  in_order() of the lowest x, y, z, -x, -y, -z; all bits are set before
__global__ void find_box(const float3* points, int count, unsigned* box) {
  unsigned lowest[6] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const float3 point = points[i];
    const float values[6] = {point.x, point.y, point.z, -point.x, -point.y, -point.z};
    for (int k = 0; k < 6; ++k) lowest[k] = min(lowest[k], in_order(values[k]));
  }
  for (int k = 0; k < 6; ++k) {
    for (int apart = 16; apart > 0; apart /= 2) {
      lowest[k] = min(lowest[k], __shfl_xor_sync(0xffffffffu, lowest[k], apart));
    }
    if (threadIdx.x % 32 == 0) atomicMin(&box[k], lowest[k]);
  }
}

/// The frame of a box that find_box() found.
__device__ inline Frame frame_of(const unsigned* box) {
  float centre[3];
  float half = 0;  // of the longest edge, as seen from the rounded centre
  for (int axis = 0; axis < 3; ++axis) {
    const float low = from_order(box[axis]);
    const float high = -from_order(box[3 + axis]);
    centre[axis] = 0.5f * low + 0.5f * high;  // the sum could be too large
    half = fmaxf(half, fmaxf(high - centre[axis], centre[axis] - low));
  }
  const int exponent = half > 0 ? ilogbf(half) + 1 : 0;  // half < 2^exponent
  return {{centre[0], centre[1], centre[2]}, ldexpf(1.0f, -max(exponent, -126))};
}

/// Launches find_box(); `box` has room for 6. Few blocks: all their warps write to the same six words.
inline void launch_find_box(const float3* points, int count, tutorial::DeviceBuffer<unsigned>& box) {
  constexpr int block = 256;
  CUDA_CHECK(cudaMemsetAsync(box.data(), 0xff, box.bytes()));
  find_box<<<std::min(tutorial::blocks_for(count, block), 128u), block>>>(points, count, box.data());
  CUDA_CHECK_LAUNCH();
}

}  // namespace ch07
