// First down to a power of two.
#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  extern __shared__ int slot[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  slot[threadIdx.x] = value;
  __syncthreads();
  unsigned power = 1;
  while (2 * power <= blockDim.x) power *= 2;
  if (threadIdx.x + power < blockDim.x) slot[threadIdx.x] += slot[threadIdx.x + power];
  __syncthreads();
  for (unsigned stride = power / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) slot[threadIdx.x] += slot[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = slot[0];
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n > 0) block_sums_kernel<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, partial, n);
}
