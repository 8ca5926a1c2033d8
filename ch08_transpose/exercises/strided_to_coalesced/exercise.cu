// strided_to_coalesced: which of its two indices should a warp run along?

#include <cstddef>

#include "exercise.hpp"

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;

__global__ void combine_kernel(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
#ifdef SOLUTION
  // The threads of a warp differ in threadIdx.x, so that is the index along a row.
  const unsigned row = blockIdx.y * block_height + threadIdx.y;
  const unsigned col = blockIdx.x * block_width + threadIdx.x;
#else
  const unsigned row = blockIdx.x * block_width + threadIdx.x;
  const unsigned col = blockIdx.y * block_height + threadIdx.y;
#endif
  if (row >= rows || col >= cols) return;
  const std::size_t i = std::size_t{row} * cols + col;
  out[i] = a[i] - 2 * b[i];
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;  // a grid of no blocks is an error
  const dim3 block(block_width, block_height);
#ifdef SOLUTION
  const dim3 grid((cols + block_width - 1) / block_width, (rows + block_height - 1) / block_height);
#else
  const dim3 grid((rows + block_width - 1) / block_width, (cols + block_height - 1) / block_height);
#endif
  combine_kernel<<<grid, block>>>(a, b, out, rows, cols);
}
