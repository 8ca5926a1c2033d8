// Threads without an element read past the end of the vector.
#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  extern __shared__ int slot[];  // one per thread
  const int thread = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + thread;

  slot[thread] = in[i];
  __syncthreads();

  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) slot[thread] += slot[thread + stride];
    __syncthreads();
  }

  if (thread == 0) partial[blockIdx.x] = slot[0];
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks > 0) block_sums_kernel<<<blocks, block, block * sizeof(int)>>>(in, partial, n);
}
