#pragma once

#include "nearest/chunks.cuh"

/// Points in an order in which neighbours in space are mostly neighbours in the list: by cells of a grid, along a
/// curve that stays near itself (Morton's). No answer depends on it, only how small chunks are in space. So the
/// order within a cell may be any, and the box of the grid may be that of a sample.
namespace ch07 {

constexpr int order_block = 1024;  // threads a block

/// The grid: 2^levels cells along each axis over the box.
struct Cells {
  float3 low;
  float3 scale;  ///< cells a unit of length
};

/// Levels so that a cell holds about 8 points, if they are spread evenly; at most 4, which is 4096 cells.
inline int choose_levels(int count) {
  int levels = 0;
  while (levels < 4 && (std::int64_t{8} << (3 * levels)) < count) ++levels;
  return levels;
}

/// The cell of a point: the bits of its three numbers, interleaved.
__device__ inline int cell_of(const Cells& cells, int levels, float3 point) {
  const float last = static_cast<float>((1 << levels) - 1);
  // fmaxf and fminf drop a NaN: whatever the numbers are, the result is a cell.
  const int x = static_cast<int>(fminf(fmaxf((point.x - cells.low.x) * cells.scale.x, 0), last));
  const int y = static_cast<int>(fminf(fmaxf((point.y - cells.low.y) * cells.scale.y, 0), last));
  const int z = static_cast<int>(fminf(fmaxf((point.z - cells.low.z) * cells.scale.z, 0), last));
  int cell = 0;
  for (int bit = levels - 1; bit >= 0; --bit) {
    cell = 8 * cell + 4 * (z >> bit & 1) + 2 * (y >> bit & 1) + (x >> bit & 1);
  }
  return cell;
}

/// The least (or, with sign -1, minus the largest) value of the block, in each thread.
__device__ inline float block_least(float value, float* shared) {
  for (int apart = 16; apart > 0; apart /= 2)
    value = fminf(value, __shfl_xor_sync(0xffffffffu, value, apart));
  if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = value;
  __syncthreads();  // each warp has its minimum there
  value = shared[threadIdx.x % 32];
  for (int apart = 16; apart > 0; apart /= 2)
    value = fminf(value, __shfl_xor_sync(0xffffffffu, value, apart));
  __syncthreads();  // the places may be used again
  return value;
}

/// The grid from a sample of the points, and no point in any cell yet. One block.
__global__ void __launch_bounds__(order_block)
    choose_cells(const float3* points, int count, int levels, Cells* cells, int* sizes) {
  __shared__ float shared[32];
  constexpr int sample = 4 * order_block;
  const long long step = count / sample + 1;
  float3 low{INFINITY, INFINITY, INFINITY};
  float3 high{-INFINITY, -INFINITY, -INFINITY};
  for (long long i = threadIdx.x * step; i < count; i += order_block * step) {
    const float3 point = points[i];
    low = {fminf(low.x, point.x), fminf(low.y, point.y), fminf(low.z, point.z)};
    high = {fmaxf(high.x, point.x), fmaxf(high.y, point.y), fmaxf(high.z, point.z)};
  }
  const float cells_a_side = static_cast<float>(1 << levels);
  const auto axis = [&](float from, float to, float& start, float& scale) {
    start = block_least(from, shared);
    const float length = -block_least(-to, shared) - start;
    scale = length > 0 ? cells_a_side / length : 0;
  };
  Cells found;
  axis(low.x, high.x, found.low.x, found.scale.x);
  axis(low.y, high.y, found.low.y, found.scale.y);
  axis(low.z, high.z, found.low.z, found.scale.z);
  if (threadIdx.x == 0) *cells = found;
  for (int cell = threadIdx.x; cell < 1 << (3 * levels); cell += order_block) sizes[cell] = 0;
}

/// Counts the points of each cell, and gives each point its place in its cell.
__global__ void count_cells(const float3* points, int count, int levels, const Cells* cells, int* sizes,
                            int* places) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i < count) places[i] = atomicAdd(&sizes[cell_of(*cells, levels, points[i])], 1);
}

/// Turns the sizes of the cells into their first places. One block; each thread has a row of cells.
__global__ void __launch_bounds__(order_block) sum_cells(int cell_count, int* sizes) {
  __shared__ int warp_sums[32];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int each = (cell_count + order_block - 1) / order_block;
  const int first = threadIdx.x * each;
  const int last = min(first + each, cell_count);

  int sum = 0;
  for (int cell = first; cell < last; ++cell) sum += sizes[cell];
  int before = sum;  // of the warp, up to and with this lane
  for (int apart = 1; apart < 32; apart *= 2) {
    const int other = __shfl_up_sync(0xffffffffu, before, apart);
    if (lane >= apart) before += other;
  }
  if (lane == 31) warp_sums[warp] = before;
  __syncthreads();  // each warp has its sum there
  int place = before - sum;
  for (int w = 0; w < warp; ++w) place += warp_sums[w];
  for (int cell = first; cell < last; ++cell) {
    const int size = sizes[cell];
    sizes[cell] = place;
    place += size;
  }
}

/// Puts each point where it belongs.
__global__ void place_points(const float3* points, int count, int levels, const Cells* cells,
                             const int* first_places, const int* places, float4* ordered) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  const float3 point = points[i];
  ordered[first_places[cell_of(*cells, levels, point)] + places[i]] = {point.x, point.y, point.z,
                                                                       __int_as_float(i)};
}

/// Orders points by cells. The arrays live as long as the object.
class CellOrder {
 public:
  explicit CellOrder(int count)
      : count_(count),
        levels_(choose_levels(count)),
        cells_(1),
        sizes_(std::size_t{1} << (3 * levels_)),
        places_(static_cast<std::size_t>(count)) {}

  /// Launches four kernels; `ordered` gets {x, y, z, index}.
  void launch(const float3* points, float4* ordered) {
    const unsigned grid = tutorial::blocks_for(count_, block_size);
    choose_cells<<<1, order_block>>>(points, count_, levels_, cells_.data(), sizes_.data());
    CUDA_CHECK_LAUNCH();
    count_cells<<<grid, block_size>>>(points, count_, levels_, cells_.data(), sizes_.data(), places_.data());
    CUDA_CHECK_LAUNCH();
    sum_cells<<<1, order_block>>>(1 << (3 * levels_), sizes_.data());
    CUDA_CHECK_LAUNCH();
    place_points<<<grid, block_size>>>(points, count_, levels_, cells_.data(), sizes_.data(), places_.data(),
                                       ordered);
    CUDA_CHECK_LAUNCH();
  }

 private:
  int count_;
  int levels_;
  tutorial::DeviceBuffer<Cells> cells_;
  tutorial::DeviceBuffer<int> sizes_;   // of cells; then first places
  tutorial::DeviceBuffer<int> places_;  // of points, in their cells
};

}  // namespace ch07
