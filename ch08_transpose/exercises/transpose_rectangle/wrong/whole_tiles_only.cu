// Wrong: there are no blocks for tiles that are not full

#include <cstddef>

#include "exercise.hpp"

constexpr unsigned tile_size = 32;

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_size][tile_size + 1];  // the unused column keeps a column out of one bank

  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned tile_row = blockIdx.y * tile_size;
  const unsigned tile_col = blockIdx.x * tile_size;

  if (tile_row + y < rows && tile_col + x < cols) {
    tile[y][x] = in[std::size_t{tile_row + y} * cols + tile_col + x];
  }

  // Outside of the conditions: a thread that loads nothing may still have something to store.
  __syncthreads();

  if (tile_col + y < cols && tile_row + x < rows) {
    out[std::size_t{tile_col + y} * rows + tile_row + x] = tile[x][y];
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows < tile_size || cols < tile_size) return;  // a grid of no blocks is an error
  const dim3 block(tile_size, tile_size);
  const dim3 grid(cols / tile_size, rows / tile_size);
  transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
