// Waits for the grid in place of the block.
// says: barriers, and none are needed
#include <cooperative_groups.h>
#include "exercise.hpp"
namespace cg = cooperative_groups;
constexpr int blocks = 16, block_size = 128;
__global__ void k(const unsigned* in, unsigned* result, int n) {
  __shared__ unsigned slot[block_size];
  auto c = cg::this_grid();
  unsigned total = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) total += in[i];
  slot[threadIdx.x] = total;
  c.sync();
  for (int s = block_size / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) slot[threadIdx.x] += slot[threadIdx.x + s];
    c.sync();
  }
  if (threadIdx.x == 0) atomicAdd(result, slot[0]);
}
void sum(const unsigned* in, unsigned*, unsigned* result, int n) {
  cudaMemset(result, 0, 4);
  void* a[] = {&in, &result, &n};
  cudaLaunchCooperativeKernel((void*)k, blocks, block_size, a);
}
