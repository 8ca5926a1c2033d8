// Barriers of cooperative groups.
#include <cooperative_groups.h>

#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  const auto all = cooperative_groups::this_thread_block();
  extern __shared__ int slot[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  slot[all.thread_rank()] = value;
  all.sync();
  for (unsigned stride = all.size() >> 1; stride != 0; stride >>= 1) {
    if (all.thread_rank() < stride) slot[all.thread_rank()] += slot[all.thread_rank() + stride];
    all.sync();
  }
  if (all.thread_rank() == 0) partial[blockIdx.x] = *slot;
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n > 0) block_sums_kernel<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, partial, n);
}
