// The kernel is a template and takes alpha by reference: a GPU gets the address of a variable on the host's stack.
// says: host-access
#include "exercise.hpp"

template <class Number>
__global__ void scale_and_add_kernel(const Number& alpha, const Number* x, const Number* y, Number* z,
                                     std::int64_t n) {
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = first; i < n; i += stride) z[i] = alpha * x[i] + y[i];
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  scale_and_add_kernel<<<blocks, block_size>>>(alpha, x, y, z, n);
}
