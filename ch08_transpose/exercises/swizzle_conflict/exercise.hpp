#pragma once

#include <cstddef>

/// Rows and columns of a tile, and of threads in a block.
constexpr unsigned tile_size = 32;

/// out = in transposed. in: rows x cols, out: cols x rows floats in device memory, row by row.
void transpose(const float* in, float* out, unsigned rows, unsigned cols);

#ifdef __CUDACC__
/// Transposes a tile a block. Layout::place(row, col) says where in the tile's 1024 words element (row, col)
/// is kept.
template <typename Layout>
__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_size * tile_size];

  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned tile_row = blockIdx.y * tile_size;
  const unsigned tile_col = blockIdx.x * tile_size;

  if (tile_row + y < rows && tile_col + x < cols) {
    tile[Layout::place(y, x)] = in[std::size_t{tile_row + y} * cols + tile_col + x];
  }
  __syncthreads();  // the tile is full
  if (tile_col + y < cols && tile_row + x < rows) {
    out[std::size_t{tile_col + y} * rows + tile_row + x] = tile[Layout::place(x, y)];
  }
}
#endif
