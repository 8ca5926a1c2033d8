// One block moves all tiles, one after the other, with two tiles in turn, so that one barrier per tile is enough.
// says: 1 block moves the tiles
#include <cstddef>

#include "exercise.hpp"

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tiles[2][tile_size][tile_size + 1];
  const unsigned x = threadIdx.x;
  const unsigned across = (cols + tile_size - 1) / tile_size, down = (rows + tile_size - 1) / tile_size;
  for (unsigned t = 0; t < across * down; ++t) {
    auto& tile = tiles[t % 2];
    const unsigned tile_row = t / across * tile_size, tile_col = t % across * tile_size;
    for (unsigned y = threadIdx.y; y < tile_size; y += block_rows)
      if (tile_row + y < rows && tile_col + x < cols)
        tile[y][x] = in[std::size_t{tile_row + y} * cols + tile_col + x];
    __syncthreads();
    for (unsigned y = threadIdx.y; y < tile_size; y += block_rows)
      if (tile_col + y < cols && tile_row + x < rows)
        out[std::size_t{tile_col + y} * rows + tile_row + x] = tile[x][y];
  }
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  transpose_kernel<<<1, dim3(tile_size, block_rows)>>>(in, out, rows, cols);
}
