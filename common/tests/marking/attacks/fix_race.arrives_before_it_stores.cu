// Each thread arrives at the barrier of its cluster, a block alone, before it stores: nothing orders the stores before the loads of others.
// says: race-warp
#include <cooperative_groups.h>

#include "exercise.hpp"

namespace cg = cooperative_groups;

__device__ int block_sum(int* slot, int value) {
  const auto all = cg::this_cluster();
  const int thread = threadIdx.x;
  all.barrier_arrive();
  slot[thread] = value;
  all.barrier_wait();

  for (int stride = 1; stride < block_size; stride *= 2) {
    all.barrier_arrive();
    if (thread % (2 * stride) == 2 * stride - 1) slot[thread] += slot[thread - stride];
    all.barrier_wait();
  }
  all.barrier_arrive();
  const int sum = slot[block_size - 1];
  all.barrier_wait();
  return sum;
}

__global__ void sums_and_above_kernel(const int* in, int* sum, int* above, int n) {
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
