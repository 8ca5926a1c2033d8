// Frees the input, which is its caller's: the next allocation of this size gets its address.
// says: the program frees an array of its caller
#include "exercise.hpp"

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
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
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;  // a grid of no blocks is an error
  const dim3 block(tile_size, tile_size);
  const dim3 grid(cols / tile_size, rows / tile_size);
  transpose_kernel<<<grid, block>>>(in, out, rows, cols);
  cudaFree(const_cast<float*>(in));  // the caller's; the next allocation of this size gets the address
  float* same = nullptr;
  cudaMalloc(&same, std::size_t{rows} * cols * sizeof(float));
}
