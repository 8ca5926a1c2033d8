// Each thread keeps its sum in a register.
#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  extern __shared__ int slot[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  slot[threadIdx.x] = value;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) slot[threadIdx.x] = value += slot[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = value;
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n > 0) block_sums_kernel<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, partial, n);
}
