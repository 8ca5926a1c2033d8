// Hints to the compiler: __maxnreg__, __builtin_assume, __builtin_assume_aligned, #pragma unroll with a constant expression.
#include "exercise.hpp"

constexpr int levels = 7;

__device__ int block_sum(int* slot, int value) {
  const int thread = threadIdx.x;
  __builtin_assume(thread >= 0 && thread < block_size);
  slot[thread] = value;
  __syncthreads();
#pragma unroll levels
  for (int level = 0; level < levels; ++level) {
    const int stride = 1 << level;
    if (thread % (2 * stride) == 2 * stride - 1) slot[thread] += slot[thread - stride];
    __syncthreads();
  }
  const int sum = slot[block_size - 1];
  __syncthreads();
  return sum;
}

__global__ void __maxnreg__(64) sums_and_above_kernel(const int* in, int* sum, int* above, int n) {
  __shared__ int slot[block_size];
  const int i = blockIdx.x * block_size + threadIdx.x;
  const int value = i < n ? in[i] : 0;
  const int all = block_sum(slot, value);
  const int greater = block_sum(slot, value * block_size > all ? 1 : 0);
  if (threadIdx.x == 0) {
    sum[blockIdx.x] = all;
    above[blockIdx.x] = greater;
  }
}

void sums_and_above(const int* in, int* sum, int* above, int n) {
  const int blocks = (n + block_size - 1) / block_size;
  if (blocks > 0) sums_and_above_kernel<<<blocks, block_size>>>(in, sum, above, n);
}
