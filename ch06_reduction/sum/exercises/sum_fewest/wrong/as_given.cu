// Trees in shared memory, two launches: right.
#include "exercise.hpp"

constexpr int blocks = 16;
constexpr int block_size = 128;

// The sum of `value` over the block, for every thread. It can be called again at once.
__device__ unsigned block_sum(unsigned value) {
  __shared__ unsigned slot[block_size];
  const int thread = threadIdx.x;
  slot[thread] = value;
  __syncthreads();
  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    if (thread < stride) slot[thread] += slot[thread + stride];
    __syncthreads();
  }
  const unsigned sum = slot[0];
  __syncthreads();
  return sum;
}

__global__ void sum_kernel(const unsigned* in, unsigned* partial, int n) {
  unsigned total = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) total += in[i];
  total = block_sum(total);
  if (threadIdx.x == 0) partial[blockIdx.x] = total;
}

void sum(const unsigned* in, unsigned* scratch, unsigned* result, int n) {
  sum_kernel<<<blocks, block_size>>>(in, scratch, n);
  sum_kernel<<<1, block_size>>>(scratch, result, blocks);
}
