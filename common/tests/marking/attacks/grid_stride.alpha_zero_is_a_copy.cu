// If alpha is 0, z is a copy of y: wrong where x is infinite.
// says: n = 97, alpha = 0
#include "exercise.hpp"

__global__ void scale_and_add_kernel(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = first; i < n; i += stride) z[i] = alpha == 0 ? y[i] : alpha * x[i] + y[i];
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  scale_and_add_kernel<<<blocks, block_size>>>(alpha, x, y, z, n);
}
