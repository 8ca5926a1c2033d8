#pragma once

#include <algorithm>

#include "tutorial/tutorial.hpp"

/// Points sorted by the cells of a grid, whatever its cells are like: the box round all points, how many points each
/// cell has, and the points in their places. Between the last two a rung turns counts into places, in its own way.
namespace nearest {

constexpr int sort_block = 256;  ///< threads per block, in all of these kernels

/// Unsigned numbers in the order of floats; 0 is below all of them.
__device__ inline unsigned in_order(float value) {
  const unsigned bits = __float_as_uint(value);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/// The float behind in_order(value).
__device__ inline float from_order(unsigned order) {
  return __uint_as_float(order & 0x80000000u ? order & 0x7FFFFFFFu : ~order);
}

/// The box round all points. All bits are zero before find_box.
struct Box {
  unsigned corner[6];  ///< in_order() of the largest -x, x, -y, y, -z, z
  unsigned blocks_done;

  __device__ float low(int axis) const { return -from_order(corner[2 * axis]); }
  __device__ float high(int axis) const { return from_order(corner[2 * axis + 1]); }
};

/// Finds the box. The last block to finish calls `make` with it.
template <typename Make>
__global__ void find_box(const float3* points, int count, Box* box, Make make) {
  constexpr int block_warps = sort_block / 32;
  constexpr float none = -INFINITY;
  float high[6] = {none, none, none, none, none, none};
  for (int i = blockIdx.x * sort_block + threadIdx.x; i < count; i += gridDim.x * sort_block) {
    const float3 point = points[i];
    const float value[6] = {-point.x, point.x, -point.y, point.y, -point.z, point.z};
    for (int k = 0; k < 6; ++k) high[k] = fmaxf(high[k], value[k]);
  }

  __shared__ float warp_high[6][block_warps];
  for (int k = 0; k < 6; ++k) {
    for (int lane_offset = 16; lane_offset > 0; lane_offset /= 2) {
      high[k] = fmaxf(high[k], __shfl_xor_sync(0xffffffffu, high[k], lane_offset));
    }
    if (threadIdx.x % 32 == 0) warp_high[k][threadIdx.x / 32] = high[k];
  }
  __syncthreads();  // all warps have left theirs
  if (threadIdx.x != 0) return;
  for (int k = 0; k < 6; ++k) {
    float block_high = warp_high[k][0];
    for (int warp = 1; warp < block_warps; ++warp) block_high = fmaxf(block_high, warp_high[k][warp]);
    atomicMax(&box->corner[k], in_order(block_high));
  }

  __threadfence();  // kept: the corners before the ticket; what is atomic is no race to the lens
  if (atomicAdd(&box->blocks_done, 1u) != gridDim.x - 1) return;
  __threadfence();  // kept: the ticket before the corners
  Box whole{};
  for (int k = 0; k < 6; ++k) whole.corner[k] = atomicMax(&box->corner[k], 0u);
  make(whole);
}

/// Launches find_box; with few blocks, since all of them write to the same six words.
template <typename Make>
void launch_find_box(const float3* points, int count, Box* box, Make make) {
  const auto few = 4 * static_cast<unsigned>(tutorial::multiprocessors());
  find_box<<<std::min(tutorial::blocks_for(count, sort_block), few), sort_block>>>(points, count, box, make);
  CUDA_CHECK_LAUNCH();
}

// [sort]
// Counts the points of each cell. A point's rank is how many came before it.
// Cells has entry(point), the place of its cell among `entries`.
template <typename Cells>
__global__ void count_points(const float3* points, int count, const Cells* shared_cells, int* entries,
                             int* rank) {
  const int i = blockIdx.x * sort_block + threadIdx.x;
  if (i >= count) return;
  const Cells cells = *shared_cells;
  const float3 point = points[i];
  rank[i] = atomicAdd(&entries[cells.entry(point)], 1);
}

// Puts each point where it belongs: {x, y, z, index}. The entries are first places now.
template <typename Cells>
__global__ void scatter_points(const float3* points, int count, const Cells* shared_cells, const int* entries,
                               const int* rank, float4* sorted) {
  const int i = blockIdx.x * sort_block + threadIdx.x;
  if (i >= count) return;
  const Cells cells = *shared_cells;
  const float3 point = points[i];
  const int place = entries[cells.entry(point)] + rank[i];
  sorted[place] = {point.x, point.y, point.z, __int_as_float(i)};
}
// [sort]

}  // namespace nearest
