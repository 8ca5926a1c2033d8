// Duff's device: a switch enters the loop in its middle, so that rounds of four elements need no loop for the rest.
#include "exercise.hpp"

__global__ void scale_and_add_kernel(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::int64_t mine = (n - i + stride - 1) / stride;
  std::int64_t rounds = (mine + 3) / 4;
  switch (mine % 4) {
    case 0:
      do {
        z[i] = alpha * x[i] + y[i];
        i += stride;
        [[fallthrough]];
        case 3:
          z[i] = alpha * x[i] + y[i];
          i += stride;
          [[fallthrough]];
        case 2:
          z[i] = alpha * x[i] + y[i];
          i += stride;
          [[fallthrough]];
        case 1: z[i] = alpha * x[i] + y[i]; i += stride;
      } while (--rounds > 0);
  }
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  scale_and_add_kernel<<<blocks, block_size>>>(alpha, x, y, z, n);
}
