// Computes 2 (a/2 - b): half of the smallest elements loses its last bit.
// says: out\[[0-9]+\] is .*\(31 x 33\)
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;

__global__ void combine_kernel(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  const unsigned row = blockIdx.y * block_height + threadIdx.y;
  const unsigned col = blockIdx.x * block_width + threadIdx.x;
  if (row >= rows || col >= cols) return;
  const std::size_t i = std::size_t{row} * cols + col;
  out[i] = 2 * (0.5f * a[i] - b[i]);
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const dim3 block(block_width, block_height);
  const dim3 grid((cols + block_width - 1) / block_width, (rows + block_height - 1) / block_height);
  combine_kernel<<<grid, block>>>(a, b, out, rows, cols);
}
