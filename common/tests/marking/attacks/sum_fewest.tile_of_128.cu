// A reduction of cooperative groups over a tile of the whole block, in which its warps wait for each other.
// says: gold: 32 barriers
#include "exercise.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;
constexpr int blocks = 16, block_size = 128;

__global__ void sum_kernel(const unsigned* in, unsigned* result, int n) {
  const auto tile = cg::tiled_partition<block_size>(cg::this_thread_block());
  const int thread = threadIdx.x;
  unsigned total = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) total += in[i];
  total = cg::reduce(tile, total, cg::plus<unsigned>());
  if (thread == 0) atomicAdd(result, total);
}

void sum(const unsigned* in, unsigned*, unsigned* result, int n) {
  cudaMemset(result, 0, sizeof(unsigned));
  sum_kernel<<<blocks, block_size>>>(in, result, n);
}
