// The matrix as one row.
#include "exercise.hpp"

__global__ void combine_kernel(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) out[i] = a[i] - 2 * b[i];
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows * cols > 0) combine_kernel<<<(rows * cols + 255) / 256, 256>>>(a, b, out, rows, cols);
}
