// A grid that walks.
#include "exercise.hpp"

__global__ void combine_kernel(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * cols; i += gridDim.x * blockDim.x)
    out[i] = fmaf(-2.0f, b[i], a[i]);
}

void combine(const float* a, const float* b, float* out, unsigned rows, unsigned cols) {
  if (rows * cols > 0) combine_kernel<<<20, 64>>>(a, b, out, rows, cols);
}
