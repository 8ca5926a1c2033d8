// Rounds the block up to a power of two, which can be halved.
// says: launch .block. threads per block
#include "exercise.hpp"

// A block has `threads` threads, a power of two: the surplus ones bring 0, and halving leaves nothing over.
__global__ void block_sums_kernel(const int* in, int* partial, int n, int block) {
  extern __shared__ int slot[];
  const int thread = threadIdx.x;
  const int i = blockIdx.x * block + thread;
  slot[thread] = thread < block && i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) slot[thread] += slot[thread + stride];
    __syncthreads();
  }
  if (thread == 0) partial[blockIdx.x] = slot[0];
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  int threads = 1;
  while (threads < block) threads *= 2;
  if (blocks > 0) block_sums_kernel<<<blocks, threads, threads * sizeof(int)>>>(in, partial, n, block);
}
