// Wrong: an infinite element of b counts as the largest float, since the kernel clamps 2 b.
// says: out\[[0-9]+\] is -?3\.40282347e\+38, not -?inf \(37 x 61\)
#include <cfloat>
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;

__global__ void combine_kernel(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * block_width + threadIdx.x;
  const unsigned row = blockIdx.y * block_height + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const std::size_t i = std::size_t{row} * cols + col;
  out[i] = a[i] - fminf(fmaxf(2 * b[i], -FLT_MAX), FLT_MAX);
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const dim3 block(block_width, block_height);
  const dim3 grid((cols + block_width - 1) / block_width, (rows + block_height - 1) / block_height);
  combine_kernel<<<grid, block>>>(a, b, out, rows, cols);
}
