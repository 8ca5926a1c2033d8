// Two tiles in turn, filled by asynchronous copies that a cuda::barrier waits for.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/std/utility>

#include <cfloat>

#include "exercise.hpp"

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ float squared(float v) { return v * v; }

__global__ void nearest_kernel(const Point* points, int* nearest, unsigned count) {
  __shared__ Point tiles[2][tile_size];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier full[2];
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) {
    init(&full[0], block.size());
    init(&full[1], block.size());
  }
  block.sync();

  const auto fetch = [&](unsigned tile) {
    const unsigned first = tile * tile_size;
    const unsigned size = min(tile_size, count - first);
    cuda::memcpy_async(block, tiles[tile % 2], points + first, sizeof(Point) * size, full[tile % 2]);
  };

  const unsigned own = blockIdx.x * tile_size + threadIdx.x;
  const Point me = own < count ? points[own] : Point{};
  cuda::std::pair<float, int> best{FLT_MAX, -1};
  const unsigned tiles_in_all = (count + tile_size - 1) / tile_size;
  fetch(0);
  for (unsigned t = 0; t < tiles_in_all; ++t) {
    if (t + 1 < tiles_in_all) fetch(t + 1);
    full[t % 2].arrive_and_wait();
    for (unsigned i = 0; i < min(tile_size, count - t * tile_size); ++i) {
      const auto& [x, y, z] = tiles[t % 2][i];
      const float distance = squared(me.x - x) + squared(me.y - y) + squared(me.z - z);
      const unsigned index = t * tile_size + i;
      if (distance < best.first && index != own) best = {distance, static_cast<int>(index)};
    }
    block.sync();
  }
  if (own < count) nearest[own] = best.second;
}

void find_nearest(const Point* points, int* nearest, unsigned count) {
  if (count == 0) return;
  nearest_kernel<<<(count + tile_size - 1) / tile_size, tile_size>>>(points, nearest, count);
}
