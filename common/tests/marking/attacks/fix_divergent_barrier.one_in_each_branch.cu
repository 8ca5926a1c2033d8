// The barrier stays in the branch, and the other branch gets one of its own: threads of one block wait at two different barriers, which CUDA forbids.
// says: divergent-barrier
#include "exercise.hpp"

__device__ __noinline__ void wait() { __syncthreads(); }

__global__ void partial_dots_kernel(const int* a, const int* b, int* partial, int n) {
  __shared__ int slot[block_size];
  const int thread = threadIdx.x, i = blockIdx.x * block_size + thread;
  if (i < n) {
    slot[thread] = a[i] * b[i];
    wait();
  } else {
    slot[thread] = 0;
    wait();
  }
  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    if (thread < stride) {
      slot[thread] += slot[thread + stride];
      wait();
    } else {
      wait();
    }
  }
  if (thread == 0) partial[blockIdx.x] = slot[0];
}

void partial_dots(const int* a, const int* b, int* partial, int n) {
  const int blocks = (n + block_size - 1) / block_size;
  if (blocks > 0) partial_dots_kernel<<<blocks, block_size>>>(a, b, partial, n);
}
