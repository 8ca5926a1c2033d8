// Each element is stored by an atomic exchange, although no other thread touches it.
// says: no other thread touches an element
#include "exercise.hpp"

__global__ void scale_and_add_kernel(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = first; i < n; i += stride) atomicExch(&z[i], alpha * x[i] + y[i]);
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  scale_and_add_kernel<<<blocks, block_size>>>(alpha, x, y, z, n);
}
