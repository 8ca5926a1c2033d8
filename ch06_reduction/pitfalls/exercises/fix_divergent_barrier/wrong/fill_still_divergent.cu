// The tree is fixed, the code that fills the cache is not.
#include "exercise.hpp"

__global__ void partial_dots_kernel(const int* a, const int* b, int* partial, int n) {
  __shared__ int slot[block_size];

  const int thread = threadIdx.x;
  const int i = blockIdx.x * block_size + thread;
  if (i < n) {
    slot[thread] = a[i] * b[i];
    __syncthreads();
  } else {
    slot[thread] = 0;
  }

  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    if (thread < stride) slot[thread] += slot[thread + stride];
    __syncthreads();
  }

  if (thread == 0) partial[blockIdx.x] = slot[0];
}

void partial_dots(const int* a, const int* b, int* partial, int n) {
  const int blocks = (n + block_size - 1) / block_size;
  if (blocks > 0) partial_dots_kernel<<<blocks, block_size>>>(a, b, partial, n);
}
