// The warps of the grid draw pieces of 256 elements from a queue under a lock.
#include "exercise.hpp"
__device__ int lock;
__device__ unsigned long long next_piece;
__global__ void k(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const int lane = threadIdx.x % 32;
  while (true) {
    unsigned long long piece = 0;
    if (lane == 0) {
      while (atomicCAS(&lock, 0, 1) != 0) {
      }
      __threadfence();
      piece = next_piece++;
      __threadfence();
      atomicExch(&lock, 0);
    }
    piece = __shfl_sync(~0u, piece, 0);
    const std::int64_t first = static_cast<std::int64_t>(piece) * 256;
    if (first >= n) return;
    for (std::int64_t i = first + lane; i < first + 256 && i < n; i += 32) z[i] = alpha * x[i] + y[i];
  }
}
void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  const unsigned long long zero = 0;
  cudaMemcpyToSymbol(next_piece, &zero, sizeof zero);
  k<<<blocks, block_size>>>(alpha, x, y, z, n);
}
