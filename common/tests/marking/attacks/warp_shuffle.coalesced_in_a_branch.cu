// Takes cg::coalesced_threads() in a branch for all lanes of the branch: CUDA does not promise that they are together.
// says: Only if blocks, warps and lanes run in another order
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "exercise.hpp"

namespace cg = cooperative_groups;

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  __shared__ int sums[warp_size];
  const int thread = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + thread;
  if (thread % warp_size == 0) sums[thread / warp_size] = 0;
  __syncwarp();
  if (i < n) {
    const cg::coalesced_group group = cg::coalesced_threads();
    const int sum = cg::reduce(group, in[i], cg::plus<int>());
    if (group.thread_rank() == 0) sums[thread / warp_size] = sum;
  }
  __syncthreads();
  if (thread < warp_size) {
    int all = thread < blockDim.x / warp_size ? sums[thread] : 0;
    for (int offset = 16; offset > 0; offset /= 2) all += __shfl_down_sync(0xFFFFFFFFu, all, offset);
    if (thread == 0) partial[blockIdx.x] = all;
  }
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks > 0) block_sums_kernel<<<blocks, block>>>(in, partial, n);
}
