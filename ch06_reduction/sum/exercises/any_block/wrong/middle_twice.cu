// Rounds up, and lets the middle slot be added to itself or to what lies behind.
#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  extern __shared__ int slot[];  // one per thread
  const int thread = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + thread;
  slot[thread] = i < n ? in[i] : 0;
  __syncthreads();

  for (int slots = blockDim.x; slots > 1;) {
    const int half = (slots + 1) / 2;
    if (thread < half) slot[thread] += slot[thread + half];
    slots = half;
    __syncthreads();
  }

  if (thread == 0) partial[blockIdx.x] = slot[0];
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks > 0) block_sums_kernel<<<blocks, block, block * sizeof(int)>>>(in, partial, n);
}
