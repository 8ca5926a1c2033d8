// A warp's sum by shuffles, the block's by one of its warps.
#include "exercise.hpp"

__device__ int warp_sum(int value) {
  for (int mask = 1; mask < 32; mask *= 2) value += __shfl_xor_sync(~0u, value, mask);
  return value;
}

__global__ void partial_dots_kernel(const int* a, const int* b, int* partial, int n) {
  __shared__ int of_warp[block_size / 32];
  const int i = blockIdx.x * block_size + threadIdx.x;
  const int sum = warp_sum(i < n ? a[i] * b[i] : 0);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  const int all = warp_sum(threadIdx.x < block_size / 32 ? of_warp[threadIdx.x] : 0);
  if (threadIdx.x == 0) partial[blockIdx.x] = all;
}

void partial_dots(const int* a, const int* b, int* partial, int n) {
  if (n > 0) partial_dots_kernel<<<(n + block_size - 1) / block_size, block_size>>>(a, b, partial, n);
}
