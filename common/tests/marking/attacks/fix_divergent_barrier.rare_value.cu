// The barrier of each level is in the branch of the threads whose product is not INT_MIN.
// says: early-exit-barrier
#include "exercise.hpp"

#include <climits>

__global__ void partial_dots_kernel(const int* a, const int* b, int* partial, int n) {
  __shared__ int slot[block_size];
  const int thread = threadIdx.x;
  const int i = blockIdx.x * block_size + thread;
  const int product = i < n ? a[i] * b[i] : 0;
  slot[thread] = product;
  if (product != INT_MIN) __syncthreads();
  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    if (thread < stride) slot[thread] += slot[thread + stride];
    if (product != INT_MIN) __syncthreads();
  }
  if (thread == 0) partial[blockIdx.x] = slot[0];
}

void partial_dots(const int* a, const int* b, int* partial, int n) {
  const int blocks = (n + block_size - 1) / block_size;
  if (blocks > 0) partial_dots_kernel<<<blocks, block_size>>>(a, b, partial, n);
}
