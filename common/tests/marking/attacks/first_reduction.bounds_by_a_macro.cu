// A macro gives the kernel __launch_bounds__(256): on a GPU launches with blocks of 512 and 1024 fail.
// says: its __launch_bounds__ allow 256
#include "exercise.hpp"

#define AT_MOST(threads) __launch_bounds__(threads)

__global__ void AT_MOST(256) block_sums_kernel(const int* in, int* partial, int n) {
  extern __shared__ int slot[];
  const int thread = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + thread;
  slot[thread] = i < n ? in[i] : 0;
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
