// The mean is a float: of elements whose sum has more than 24 bits, it may be one of them, though it lies below.
// says: above.0. is 0, not 127 .n = 512
#include "exercise.hpp"

// The sum of `value` over the block, for every thread. It gathers in the last slot.
__device__ int block_sum(int* slot, int value) {
  const int thread = threadIdx.x;
  slot[thread] = value;
  __syncthreads();

  for (int stride = 1; stride < block_size; stride *= 2) {
    if (thread % (2 * stride) == 2 * stride - 1) slot[thread] += slot[thread - stride];
    __syncthreads();
  }

  const int sum = slot[block_size - 1];
  __syncthreads();  // the next call fills the slots again
  return sum;
}

__global__ void sums_and_above_kernel(const int* in, int* sum, int* above, int n) {
  __shared__ int slot[block_size];

  const int i = blockIdx.x * block_size + threadIdx.x;
  const int value = i < n ? in[i] : 0;
  const int all = block_sum(slot, value);
  const int greater =
      block_sum(slot, static_cast<float>(value) > static_cast<float>(all) / block_size ? 1 : 0);

  if (threadIdx.x == 0) {
    sum[blockIdx.x] = all;
    above[blockIdx.x] = greater;
  }
}

void sums_and_above(const int* in, int* sum, int* above, int n) {
  const int blocks = (n + block_size - 1) / block_size;
  if (blocks > 0) sums_and_above_kernel<<<blocks, block_size>>>(in, sum, above, n);
}
