// Adds -0 to each element: a NaN keeps its bits here, and a GPU makes 0x7FFFFFFF of it.
// says: each must keep all its bits
// fewer_threads: must there be a thread for every element?

#include <cstddef>

#include "exercise.hpp"

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols, float nothing) {
  __shared__ float tile[tile_size][tile_size + 1];

  const unsigned x = threadIdx.x;
  const unsigned tile_row = blockIdx.y * tile_size;
  const unsigned tile_col = blockIdx.x * tile_size;

  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows) {
    if (tile_row + y < rows && tile_col + x < cols) {
      tile[y][x] = in[std::size_t{tile_row + y} * cols + tile_col + x];
    }
  }

  // One barrier for the whole tile: all four elements of every thread are there.
  __syncthreads();

  for (unsigned y = threadIdx.y; y < tile_size; y += block_rows) {
    if (tile_col + y < cols && tile_row + x < rows) {
      out[std::size_t{tile_col + y} * rows + tile_row + x] = tile[x][y] + nothing;
    }
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;  // a grid of no blocks is an error
  const dim3 block(tile_size, block_rows);
  const dim3 grid((cols + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
  transpose_kernel<<<grid, block>>>(in, out, rows, cols, -0.0f);
}
