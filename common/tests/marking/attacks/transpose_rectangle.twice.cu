// Does all its work twice, one launch after the other.
// says: 960 sectors were moved by global stores in all
#include "exercise.hpp"

#include <cstddef>

constexpr unsigned tile_size = 32;

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[tile_size][tile_size + 1];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned tile_row = blockIdx.y * tile_size, tile_col = blockIdx.x * tile_size;
  if (tile_row + y < rows && tile_col + x < cols)
    tile[y][x] = in[std::size_t{tile_row + y} * cols + tile_col + x];
  __syncthreads();
  if (tile_col + y < cols && tile_row + x < rows)
    out[std::size_t{tile_col + y} * rows + tile_row + x] = tile[x][y];
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const dim3 grid((cols + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
  for (int time = 0; time < 2; ++time)
    transpose_kernel<<<grid, dim3(tile_size, tile_size)>>>(in, out, rows, cols);
}
