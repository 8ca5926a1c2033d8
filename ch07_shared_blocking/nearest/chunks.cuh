#pragma once

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>

#include "tutorial/tutorial.hpp"

/// What the rungs share that look for a nearest neighbour in two steps: first, for all pairs, which chunk of
/// candidates it is in; then, in that chunk alone, where.
namespace ch07 {

/// Threads a block, in all of these kernels.
constexpr int block_size = 128;

/// Candidates a chunk.
constexpr int chunk_size = 128;

/// Chunks of `count` points.
inline int chunks_of(int count) { return count / chunk_size + (count % chunk_size != 0 ? 1 : 0); }

/// The squared distance of all rungs, with its roundings in one place: three differences, a product, two fused
/// multiply-adds. So each step, each rung and the reference find the same floats, and `==` means what it says.
__device__ inline float squared_distance(float ax, float ay, float az, float bx, float by, float bz) {
  const float dx = ax - bx;
  const float dy = ay - by;
  const float dz = az - bz;
  return fmaf(dz, dz, fmaf(dy, dy, dx * dx));
}

/// The least of three whole numbers. From compute capability 9.0 on this is one instruction.
__device__ inline int least(int a, int b, int c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  return __vimin3_s32(a, b, c);
#else
  return min(min(a, b), c);
#endif
}

/// The largest of three whole numbers.
__device__ inline int largest(int a, int b, int c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  return __vimax3_s32(a, b, c);
#else
  return max(max(a, b), c);
#endif
}

/// Most slices: one for each lane of a warp that merges what they found.
constexpr int most_slices = 32;

/// Slices of the list of chunks: the more, the more blocks there are, and the more work at their starts and ends.
///
/// What counts is how long the busiest multiprocessor takes. Its blocks share its pace, and it has `resident_blocks`
/// at a time; where there are fewer, they leave gaps: one block alone takes twice its share.
/// @param query_blocks     blocks that one slice needs
/// @param resident_blocks  blocks that a multiprocessor holds at a time
/// @param fewest           slices at least, if there are so many chunks
inline int choose_slices(int query_blocks, int chunks, int multiprocessors, int resident_blocks,
                         int fewest = 1) {
  constexpr double block_cost = 0.5;  // of a block's start and end, in chunks
  const auto cost = [&](int slices) {
    const std::int64_t blocks = (std::int64_t{query_blocks} * slices + multiprocessors - 1) / multiprocessors;
    const std::int64_t rest = blocks % resident_blocks;
    const double gaps = rest == 0 ? 0 : 1.0 / static_cast<double>(rest);
    return (static_cast<double>(blocks) + gaps) * (static_cast<double>(chunks) / slices + block_cost);
  };
  int best = std::max(1, std::min(fewest, chunks));
  for (int slices = best + 1; slices <= std::min(most_slices, chunks); ++slices) {
    if (cost(slices) < cost(best)) best = slices;
  }
  return best;
}

/// Where the blocks of a kernel run.
struct Places {
  int multiprocessors;
  int blocks;  ///< that a multiprocessor holds at a time
};

/// The places of the current device for a kernel with blocks of `block_size` threads.
template <typename Kernel>
Places places(Kernel kernel) {
  Places places{.multiprocessors = tutorial::device_attribute(cudaDevAttrMultiProcessorCount), .blocks = 0};
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&places.blocks, kernel, block_size, 0));
  return places;
}

/// First chunk of a slice; the slice after it begins where it ends.
__host__ __device__ inline int first_chunk(int slice, int slices, int chunks) {
  return static_cast<int>(static_cast<long long>(slice) * chunks / slices);
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
struct Nearest {
  float distance = INFINITY;  ///< squared
  int index = INT_MAX;        ///< INT_MAX: none

  __device__ void consider(float other_distance, int other_index) {
    if (other_distance < distance || (other_distance == distance && other_index < index)) {
      distance = other_distance;
      index = other_index;
    }
  }
};

/// The nearest of the whole warp, in each of its lanes.
__device__ inline Nearest warp_nearest(Nearest own) {
  for (int apart = 16; apart > 0; apart /= 2) {
    const float distance = __shfl_xor_sync(0xffffffffu, own.distance, apart);
    const int index = __shfl_xor_sync(0xffffffffu, own.index, apart);
    own.consider(distance, index);
  }
  return own;
}

/// Compares two points {x, y, z, index}; a point is not its own neighbour.
__device__ inline void compare(float4 own, float4 other, Nearest& nearest) {
  const float distance = squared_distance(own.x, own.y, own.z, other.x, other.y, other.z);
  if (__float_as_int(own.w) != __float_as_int(other.w)) nearest.consider(distance, __float_as_int(other.w));
}

/// A warp compares the point `own` with the candidates from `first` on, up to `last`; each lane with its share of
/// them. Points: anything that gives a float4 {x, y, z, index} by [].
template <typename Points>
__device__ void scan(Points points, int first, int last, float4 own, Nearest& nearest) {
  for (int i = first + static_cast<int>(threadIdx.x % 32); i < last; i += 32)
    compare(own, points[i], nearest);
}

/// The same for one chunk.
template <typename Points>
__device__ void scan_chunk(Points points, int count, int chunk, float4 own, Nearest& nearest) {
  const int first = chunk * chunk_size;
  scan(points, first, min(count - first, chunk_size) + first, own, nearest);
}

}  // namespace ch07
