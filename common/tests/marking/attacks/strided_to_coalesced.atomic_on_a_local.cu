// Threads without an element exchange with a local variable of their own: an atomic operation there is undefined, and a GPU stops the kernel.
// says: it is a local variable's
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;

__global__ void combine_kernel(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  const unsigned row = blockIdx.y * block_height + threadIdx.y;
  const unsigned col = blockIdx.x * block_width + threadIdx.x;
  const std::size_t i = std::size_t{row} * cols + col;
  float nowhere = 0;
  float* target = &nowhere;
  float result = 0;
  if (row < rows && col < cols) {
    target = out + i;
    result = a[i] - 2 * b[i];
  }
  atomicExch(target, result);
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows == 0 || cols == 0) return;
  const dim3 block(block_width, block_height);
  const dim3 grid((cols + block_width - 1) / block_width, (rows + block_height - 1) / block_height);
  combine_kernel<<<grid, block>>>(a, b, out, rows, cols);
}
