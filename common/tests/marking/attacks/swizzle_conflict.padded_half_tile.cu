// No swizzle: a tile of 16 rows is padded, and fits in 4096 bytes because it is half as high.
// says: blocks were launched, where each of 6 tiles has one
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned height = tile_size / 2;

__global__ void padded_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[height][tile_size + 2];

  const unsigned tile_row = blockIdx.y * height;
  const unsigned tile_col = blockIdx.x * tile_size;
  const unsigned t = threadIdx.y * tile_size + threadIdx.x;

  if (tile_row + threadIdx.y < rows && tile_col + threadIdx.x < cols)
    tile[threadIdx.y][threadIdx.x] = in[std::size_t{tile_row + threadIdx.y} * cols + tile_col + threadIdx.x];
  __syncthreads();
  const unsigned x = t % height, y = t / height;  // 16 elements of a row of the output
  if (tile_col + y < cols && tile_row + x < rows)
    out[std::size_t{tile_col + y} * rows + tile_row + x] = tile[x][y];
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const dim3 block(tile_size, height);
  const dim3 grid((cols + tile_size - 1) / tile_size, (rows + height - 1) / height);
  padded_kernel<<<grid, block>>>(in, out, rows, cols);
}
