// The warps of the grid draw pieces of 256 elements from a counter, in place of a fixed stride.
#include "exercise.hpp"

__device__ unsigned long long next_piece;

__global__ void scale_and_add_kernel(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const int lane = threadIdx.x % 32;
  while (true) {
    unsigned long long piece = 0;
    if (lane == 0) piece = atomicAdd(&next_piece, 1ull);
    piece = __shfl_sync(0xffffffffu, piece, 0);
    const std::int64_t first = static_cast<std::int64_t>(piece) * 256;
    if (first >= n) return;
    for (std::int64_t i = first + lane; i < first + 256 && i < n; i += 32) z[i] = alpha * x[i] + y[i];
  }
}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  void* counter = nullptr;
  cudaGetSymbolAddress(&counter, next_piece);
  cudaMemset(counter, 0, sizeof next_piece);
  scale_and_add_kernel<<<blocks, block_size>>>(alpha, x, y, z, n);
}
