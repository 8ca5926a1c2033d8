// 80,000 bytes of constants: a GPU has 65,536.
// says: File uses too much global constant data \(0x13880 bytes, 0x10000 max\)
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned tile_size = 32;

__constant__ float table[20000];  // 80,000 bytes: a GPU has 65,536

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
    if (table[0] != 0) out[0] = table[0];
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;  // a grid of no blocks is an error
  const dim3 block(tile_size, tile_size);
  const dim3 grid((cols + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
  transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
