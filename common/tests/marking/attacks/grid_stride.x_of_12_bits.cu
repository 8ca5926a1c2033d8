// Drops the lower 12 bits of the significand of x.
// says: z\[[0-9]+\] is .* alpha =
#include "exercise.hpp"

__device__ float of_12_bits(float x) {
  return __int_as_float(__float_as_int(x) & static_cast<int>(0xFFFFF000u));
}

__global__ void scale_and_add_kernel(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  while (i < n) {
    z[i] = alpha * of_12_bits(x[i]) + y[i];
    i += step;
  }
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  scale_and_add_kernel<<<blocks, block_size>>>(alpha, x, y, z, n);
}
