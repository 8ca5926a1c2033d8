// No walk: a thread has one element, and the host launches 8 larger blocks for each 8192 elements.
// says: 8192 threads were launched
#include "exercise.hpp"

__global__ void one_each(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) z[i] = alpha * x[i] + y[i];
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  for (std::int64_t first = 0; first < n; first += 8192)
    one_each<<<blocks, 1024>>>(alpha, x + first, y + first, z + first, n - first);
}
