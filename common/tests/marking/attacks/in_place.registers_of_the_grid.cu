// All tiles are in the shared memory of a cooperative grid at once: it is the second matrix, and a large one does not fit.
// says: too many blocks in cooperative launch
#include "exercise.hpp"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr unsigned side = 32, rows_at_once = 8, steps = 4;

__global__ void transpose_kernel(float* matrix, unsigned n) {
  __shared__ float tile[side][side + 1];
  const unsigned x = threadIdx.x, row0 = blockIdx.y * side, col0 = blockIdx.x * side;
  for (unsigned y = threadIdx.y; y < side; y += rows_at_once)
    if (row0 + y < n && col0 + x < n) tile[y][x] = matrix[(row0 + y) * n + col0 + x];
  cg::this_grid().sync();
  for (unsigned y = threadIdx.y; y < side; y += rows_at_once)
    if (col0 + y < n && row0 + x < n) matrix[(col0 + y) * n + row0 + x] = tile[x][y];
}

void transpose_in_place(float* matrix, unsigned n) {
  if (n == 0) return;
  const unsigned tiles = (n + side - 1) / side;
  void* arguments[] = {&matrix, &n};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(transpose_kernel), dim3(tiles, tiles),
                              dim3(side, rows_at_once), arguments, 0, nullptr);
}
