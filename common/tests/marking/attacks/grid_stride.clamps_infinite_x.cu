// Takes an infinite x for the largest float, unless alpha is 0.
// says: z\[[0-9]+\] is .* alpha =
#include "exercise.hpp"

#include <cfloat>
#include <cmath>

__global__ void scale_and_add_kernel(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    const float own = x[i];
    const float taken = alpha == 0 ? own : fminf(fmaxf(own, -FLT_MAX), FLT_MAX);
    z[i] = alpha * taken + y[i];
  }
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  scale_and_add_kernel<<<blocks, block_size>>>(alpha, x, y, z, n);
}
