// The grid has at most four tiles along the shorter side.
// says: out\[[0-9]+\] was never written \([0-9]+ x 281\)
// transpose_rectangle: what changes where the matrix ends in the middle of a tile?

#include <cstddef>

#include "exercise.hpp"

constexpr unsigned tile_size = 32;

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_size][tile_size + 1];  // the unused column keeps a column out of one bank

  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const bool is_high = rows > cols;
  const unsigned tile_row = (is_high ? blockIdx.x : blockIdx.y) * tile_size;
  const unsigned tile_col = (is_high ? blockIdx.y : blockIdx.x) * tile_size;

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
  if (rows == 0 || cols == 0) return;  // a grid of no blocks is an error
  const dim3 block(tile_size, tile_size);
  const unsigned longer = rows > cols ? rows : cols, shorter = rows > cols ? cols : rows;
  const unsigned across = (shorter + tile_size - 1) / tile_size;
  const dim3 grid((longer + tile_size - 1) / tile_size, across < 4 ? across : 4);  // a side of 128 at most
  transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
