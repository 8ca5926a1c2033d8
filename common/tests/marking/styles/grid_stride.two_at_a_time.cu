// Two elements a round.
#include "exercise.hpp"

__global__ void scale_and_add_kernel(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (std::int64_t i = first; i < n; i += 2 * stride) {
    z[i] = alpha * x[i] + y[i];
    if (i + stride < n) z[i + stride] = alpha * x[i + stride] + y[i + stride];
  }
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  scale_and_add_kernel<<<blocks, block_size>>>(alpha, x, y, z, n);
}
