// The tree is built in the input array, which the function is given as const.
// says: a write to an input, which the function is given as const
#include "exercise.hpp"

__global__ void block_sums_kernel(int* in, int* partial, int n) {
  const int thread = threadIdx.x;
  int* slot = in + blockIdx.x * blockDim.x;
  const int own = min(static_cast<int>(blockDim.x), n - static_cast<int>(blockIdx.x * blockDim.x));
  int value = 0, again = 0;
  if (thread < own) {
    value = slot[thread];
    for (int i = 0; i < 12; ++i) again |= __ldcg(&slot[thread]) ^ value;  // full requests, for show
  }
  __syncthreads();
  for (int slots = blockDim.x; slots > 1;) {
    const int half = (slots + 1) / 2;
    if (thread >= half && thread < slots && thread < own && slots != static_cast<int>(blockDim.x))
      slot[thread] = value + again;
    __syncthreads();
    if (thread + half < slots && thread + half < own) value += slot[thread + half];
    slots = half;
  }
  if (thread == 0) partial[blockIdx.x] = value;
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks > 0) block_sums_kernel<<<blocks, block>>>(const_cast<int*>(in), partial, n);
}
