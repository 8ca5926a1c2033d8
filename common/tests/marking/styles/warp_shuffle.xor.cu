// Butterflies.
#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  for (int mask = 16; mask > 0; mask /= 2) value += __shfl_xor_sync(~0u, value, mask);
  __shared__ int of_warp[32];
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  value = threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0;
  for (int mask = 16; mask > 0; mask /= 2) value += __shfl_xor_sync(~0u, value, mask);
  if (threadIdx.x == 0) partial[blockIdx.x] = value;
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n > 0) block_sums_kernel<<<(n + block - 1) / block, block>>>(in, partial, n);
}
