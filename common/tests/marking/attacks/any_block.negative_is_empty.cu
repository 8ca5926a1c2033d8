// -1 means "no element", and negative slots are left out of the sum: wrong as soon as an element is negative.
// says: partial\[[0-9]+\] is
#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  extern __shared__ int slot[];
  const int thread = threadIdx.x, i = blockIdx.x * blockDim.x + thread;
  slot[thread] = i < n ? in[i] : -1;
  __syncthreads();
  for (int slots = blockDim.x; slots > 1;) {
    const int half = (slots + 1) / 2;
    if (thread + half < slots) {
      const int other = slot[thread + half];
      if (other >= 0) slot[thread] = slot[thread] < 0 ? other : slot[thread] + other;
    }
    slots = half;
    __syncthreads();
  }
  if (thread == 0) partial[blockIdx.x] = slot[0];
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks > 0) block_sums_kernel<<<blocks, block, block * sizeof(int)>>>(in, partial, n);
}
