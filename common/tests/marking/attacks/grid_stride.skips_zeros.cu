// Skips an element that is 0: with an infinite alpha, z is y where alpha * x is NaN.
// says: n = 97, alpha = -inf
#include "exercise.hpp"

__global__ void scale_and_add_kernel(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
    float sum = y[i];
    if (x[i] != 0) sum += alpha * x[i];
    z[i] = sum;
  }
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  scale_and_add_kernel<<<blocks, block_size>>>(alpha, x, y, z, n);
}
