// The block writes over the lower tile while cp.async still copies it: the wait leaves that group in flight.
// says: asynchronous copy from there
#include <cuda_pipeline.h>
#include <cstddef>
#include "exercise.hpp"

constexpr unsigned tile_size = 32, block_rows = 8;

__global__ void transpose_kernel(float* matrix, unsigned n) {
  __shared__ float upper[tile_size][tile_size + 1], lower[tile_size][tile_size + 1];
  if (blockIdx.y > blockIdx.x) return;
  const bool pair = blockIdx.y != blockIdx.x;
  const unsigned row = blockIdx.y * tile_size, col = blockIdx.x * tile_size, x = threadIdx.x;
  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows)
    if (row + y < n && col + x < n)
      __pipeline_memcpy_async(&upper[y][x], &matrix[std::size_t{row + y} * n + col + x], sizeof(float));
  __pipeline_commit();
  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows)
    if (pair && col + y < n && row + x < n)
      __pipeline_memcpy_async(&lower[y][x], &matrix[std::size_t{col + y} * n + row + x], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(1);  // the upper tile only
  __syncthreads();
  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows)
    if (col + y < n && row + x < n) matrix[std::size_t{col + y} * n + row + x] = upper[x][y];
  __pipeline_wait_prior(0);
  __syncthreads();
  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows)
    if (pair && row + y < n && col + x < n) matrix[std::size_t{row + y} * n + col + x] = lower[x][y];
}

void transpose_in_place(float* matrix, unsigned n) {
  if (n == 0) return;
  const unsigned tiles = (n + tile_size - 1) / tile_size;
  transpose_kernel<<<dim3(tiles, tiles), dim3(tile_size, block_rows)>>>(matrix, n);
}
