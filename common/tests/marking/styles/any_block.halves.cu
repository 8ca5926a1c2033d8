// Half of what is left, rounded up, by a while.
#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  extern __shared__ int slot[];
  const unsigned own = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  slot[own] = value;
  unsigned left = blockDim.x;
  while (left > 1) {
    const unsigned half = left - left / 2;
    __syncthreads();
    if (own < left / 2) slot[own] += slot[own + half];
    left = half;
  }
  if (own == 0) partial[blockIdx.x] = slot[0];
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n > 0) block_sums_kernel<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, partial, n);
}
