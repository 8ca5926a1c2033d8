// Each thread takes a contiguous piece: right but uncoalesced.
#include "exercise.hpp"

__global__ void scale_and_add_kernel(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t piece = (n + threads - 1) / threads;
  const std::int64_t begin = first * piece;
  const std::int64_t end = begin + piece < n ? begin + piece : n;
  for (std::int64_t i = begin; i < end; ++i) {
    z[i] = alpha * x[i] + y[i];
  }
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  scale_and_add_kernel<<<blocks, block_size>>>(alpha, x, y, z, n);
}
