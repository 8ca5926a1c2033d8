// Takes b away twice, and rounds twice.
// says: out.[0-9]+. is .* .37 x 61
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;

__global__ void combine_kernel(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  // The threads of a warp differ in threadIdx.x, so that is the index along a row.
  const unsigned row = blockIdx.y * block_height + threadIdx.y;
  const unsigned col = blockIdx.x * block_width + threadIdx.x;
  if (row >= rows || col >= cols) return;
  const std::size_t i = std::size_t{row} * cols + col;
  const float b_i = b[i];
  out[i] = a[i] - b_i - b_i;
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;  // a grid of no blocks is an error
  const dim3 block(block_width, block_height);
  const dim3 grid((cols + block_width - 1) / block_width, (rows + block_height - 1) / block_height);
  combine_kernel<<<grid, block>>>(a, b, out, rows, cols);
}
