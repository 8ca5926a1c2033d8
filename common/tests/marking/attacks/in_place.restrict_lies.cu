// The kernel promises by const and __restrict__ that what it reads is not written, and gets the same matrix twice: undefined, and on a GPU a load by the read-only cache.
// says: restrict-overlap
#include <cstddef>
#include "exercise.hpp"
constexpr unsigned tile_size = 32, block_rows = 8;

__global__ void transpose_kernel(const float* __restrict__ in, float* __restrict__ out, unsigned n) {
  __shared__ float upper[tile_size][tile_size + 1], lower[tile_size][tile_size + 1];
  if (blockIdx.y > blockIdx.x) return;
  const bool pair = blockIdx.y != blockIdx.x;
  const unsigned row = blockIdx.y * tile_size, col = blockIdx.x * tile_size, x = threadIdx.x;
  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows) {
    if (row + y < n && col + x < n) upper[y][x] = in[std::size_t{row + y} * n + col + x];
    if (pair && col + y < n && row + x < n) lower[y][x] = in[std::size_t{col + y} * n + row + x];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows) {
    if (col + y < n && row + x < n) out[std::size_t{col + y} * n + row + x] = upper[x][y];
    if (pair && row + y < n && col + x < n) out[std::size_t{row + y} * n + col + x] = lower[x][y];
  }
}

void transpose_in_place(float* matrix, unsigned n) {
  if (n == 0) return;
  const unsigned tiles = (n + tile_size - 1) / tile_size;
  transpose_kernel<<<dim3(tiles, tiles), dim3(tile_size, block_rows)>>>(matrix, matrix, n);
}
