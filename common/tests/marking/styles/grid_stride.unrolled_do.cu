// A loop that breaks, unrolled.
#include "exercise.hpp"

__global__ __launch_bounds__(128) void saxpy(const float alpha, const float* const x, const float* const y,
                                             float* const z, const std::int64_t n) {
  const auto step = static_cast<std::int64_t>(gridDim.x * blockDim.x);
  std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 4
  while (true) {
    if (i >= n) break;
    z[i] = fmaf(alpha, 1.0f * x[i], 0.0f) + y[i];
    i += step;
  }
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  saxpy<<<dim3{blocks}, dim3{block_size}>>>(alpha, x, y, z, n);
}
