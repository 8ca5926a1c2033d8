// Wrong: no barrier between reading and writing

#include <cstddef>

#include "exercise.hpp"

constexpr unsigned tile_size = 32;
constexpr unsigned block_rows = 8;

// A block exchanges the tile at (blockIdx.y, blockIdx.x), on the diagonal or above it, with its mirror image.
__global__ void transpose_kernel(float* matrix, unsigned n) {
  __shared__ float upper[tile_size][tile_size + 1];
  __shared__ float lower[tile_size][tile_size + 1];

  if (blockIdx.y > blockIdx.x) return;  // the whole block: no thread is missing at the barrier
  const bool pair = blockIdx.y != blockIdx.x;
  const unsigned tile_row = blockIdx.y * tile_size;
  const unsigned tile_col = blockIdx.x * tile_size;
  const unsigned x = threadIdx.x;

  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows) {
    if (tile_row + y < n && tile_col + x < n) {
      upper[y][x] = matrix[std::size_t{tile_row + y} * n + tile_col + x];
    }
    if (pair && tile_col + y < n && tile_row + x < n) {
      lower[y][x] = matrix[std::size_t{tile_col + y} * n + tile_row + x];
    }
  }

  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows) {
    if (tile_col + y < n && tile_row + x < n) {
      matrix[std::size_t{tile_col + y} * n + tile_row + x] = upper[x][y];
    }
    if (pair && tile_row + y < n && tile_col + x < n) {
      matrix[std::size_t{tile_row + y} * n + tile_col + x] = lower[x][y];
    }
  }
}

void transpose_in_place(float* matrix, unsigned n) {
  if (n == 0) return;  // a grid of no blocks is an error
  const dim3 block(tile_size, block_rows);
  const unsigned tiles = (n + tile_size - 1) / tile_size;
  transpose_kernel<<<dim3(tiles, tiles), block>>>(matrix, n);
}
