// shared_transpose: can both sides of a transpose run along rows?

#include <cstddef>

#include "exercise.hpp"

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
#ifdef SOLUTION
  __shared__ float tile[tile_size][tile_size];

  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned tile_row = blockIdx.y * tile_size;
  const unsigned tile_col = blockIdx.x * tile_size;

  // Along a row of the input.
  tile[y][x] = in[std::size_t{tile_row + y} * cols + tile_col + x];

  // A column of the tile was loaded by 32 warps.
  __syncthreads();

  // Along a row of the output: the tile's own rows and columns have changed places, and so has the tile.
  out[std::size_t{tile_col + y} * rows + tile_row + x] = tile[x][y];
#else
  // Right, but lanes read 32 different rows.
  const unsigned row = blockIdx.x * tile_size + threadIdx.y;  // of the output
  const unsigned col = blockIdx.y * tile_size + threadIdx.x;
  out[std::size_t{row} * rows + col] = in[std::size_t{col} * cols + row];
#endif
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;  // a grid of no blocks is an error
  const dim3 block(tile_size, tile_size);
  const dim3 grid(cols / tile_size, rows / tile_size);
  transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
