#pragma once

#include "nearest/further/sort_by_cell.cuh"

/// Points in an order in which neighbors in space are mostly neighbors in the list: by cells of a grid, along a
/// curve that stays near itself (Morton's). No answer depends on it, only how small chunks are in space. So the
/// order within a cell may be any.
namespace nearest {

constexpr int order_block = 1024;  // threads per block, of sum_cells

/// The grid: 2^levels cells along each axis over the box.
struct MortonCells {
  float3 low;
  float3 scale;  ///< cells a unit of length
  int levels;

  /// The cell of a point: the bits of its three numbers, interleaved.
  __device__ int entry(float3 point) const {
    const float last = static_cast<float>((1 << levels) - 1);
    // fmaxf and fminf drop a NaN: whatever the numbers are, the result is a cell.
    const int x = static_cast<int>(fminf(fmaxf((point.x - low.x) * scale.x, 0), last));
    const int y = static_cast<int>(fminf(fmaxf((point.y - low.y) * scale.y, 0), last));
    const int z = static_cast<int>(fminf(fmaxf((point.z - low.z) * scale.z, 0), last));
    int cell = 0;
    for (int bit = levels - 1; bit >= 0; --bit) {
      cell = 8 * cell + 4 * (z >> bit & 1) + 2 * (y >> bit & 1) + (x >> bit & 1);
    }
    return cell;
  }
};

/// Makes the cells of a box.
struct MakeMortonCells {
  MortonCells* cells;
  int levels;

  __device__ void operator()(const Box& box) const {
    const auto scale = [&](int axis) {
      const float length = box.high(axis) - box.low(axis);
      return length > 0 ? static_cast<float>(1 << levels) / length : 0;
    };
    *cells = {{box.low(0), box.low(1), box.low(2)}, {scale(0), scale(1), scale(2)}, levels};
  }
};

/// Levels so that a cell holds about 8 points, if they are spread evenly; at most 4, which is 4096 cells.
inline int choose_levels(int count) {
  int levels = 0;
  while (levels < 4 && (std::int64_t{8} << (3 * levels)) < count) ++levels;
  return levels;
}

/// Turns the sizes of the cells into their first places. One block; each thread has a row of cells.
__global__ void __launch_bounds__(order_block) sum_cells(int cell_count, int* sizes) {
  __shared__ int warp_sums[32];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int items_per_thread = (cell_count + order_block - 1) / order_block;
  const int first = threadIdx.x * items_per_thread;
  const int last = min(first + items_per_thread, cell_count);

  int sum = 0;
  for (int cell = first; cell < last; ++cell) sum += sizes[cell];
  int before = sum;  // of the warp, up to and with this lane
  for (int lane_offset = 1; lane_offset < 32; lane_offset *= 2) {
    const int other = __shfl_up_sync(0xffffffffu, before, lane_offset);
    if (lane >= lane_offset) before += other;
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

/// Orders points by cells. The arrays live as long as the object.
class CellOrder {
 public:
  explicit CellOrder(int count)
      : count_(count),
        levels_(choose_levels(count)),
        box_(1),
        cells_(1),
        sizes_(std::size_t{1} << (3 * levels_)),
        rank_(static_cast<std::size_t>(count)) {}

  /// Launches four kernels and two memsets; `ordered` gets {x, y, z, index}.
  void launch(const float3* points, float4* ordered) {
    const unsigned grid = tutorial::blocks_for(count_, sort_block);
    CUDA_CHECK(cudaMemsetAsync(box_.data(), 0, box_.bytes()));
    CUDA_CHECK(cudaMemsetAsync(sizes_.data(), 0, sizes_.bytes()));
    launch_find_box(points, count_, box_.data(), MakeMortonCells{cells_.data(), levels_});
    count_points<<<grid, sort_block>>>(points, count_, cells_.data(), sizes_.data(), rank_.data());
    CUDA_CHECK_LAUNCH();
    sum_cells<<<1, order_block>>>(1 << (3 * levels_), sizes_.data());
    CUDA_CHECK_LAUNCH();
    scatter_points<<<grid, sort_block>>>(points, count_, cells_.data(), sizes_.data(), rank_.data(), ordered);
    CUDA_CHECK_LAUNCH();
  }

  /// The box that launch() finds, on the device.
  const Box* box() const { return box_.data(); }

 private:
  int count_;
  int levels_;
  tutorial::DeviceBuffer<Box> box_;
  tutorial::DeviceBuffer<MortonCells> cells_;
  tutorial::DeviceBuffer<int> sizes_;  // of cells; then first places
  tutorial::DeviceBuffer<int> rank_;   // of points, in their cells
};

}  // namespace nearest
