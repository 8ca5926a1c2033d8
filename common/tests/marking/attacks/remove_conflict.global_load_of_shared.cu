// Loads a column of a tile in shared memory by __ldcg, which loads global memory only.
// says: it is of shared memory
// remove_conflict: what does one unused column do for a tile?

#include <cstddef>

#include "exercise.hpp"

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  // Row r begins in bank r, so that the elements of a column lie in 32 banks. The last column is not used.
  __shared__ float tile[tile_size][tile_size + 1];

  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned tile_row = blockIdx.y * tile_size;
  const unsigned tile_col = blockIdx.x * tile_size;

  if (tile_row + y < rows && tile_col + x < cols) {
    tile[y][x] = in[std::size_t{tile_row + y} * cols + tile_col + x];
  }
  __syncthreads();  // the tile is full
  if (tile_col + y < cols && tile_row + x < rows) {
    out[std::size_t{tile_col + y} * rows + tile_row + x] = __ldcg(&tile[x][y]);  // ld.global
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;  // a grid of no blocks is an error
  const dim3 block(tile_size, tile_size);
  const dim3 grid((cols + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
  transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
