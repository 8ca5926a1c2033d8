// A grid that waits as a whole.
// says: blocks wait for other blocks
#include <cooperative_groups.h>
#include "exercise.hpp"
namespace cg = cooperative_groups;
__global__ void k(const int* in, int* partial, unsigned*, int* result, int n) {
  auto grid = cg::this_grid();
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  __shared__ int s[block_size / 32];
  int v = 0;
  for (auto i = grid.thread_rank(); i < n; i += grid.size()) v += in[i];
  for (int o = 16; o; o /= 2) v += warp.shfl_down(v, o);
  if (warp.thread_rank() == 0) s[warp.meta_group_rank()] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < block_size / 32; ++w) v += s[w];
    partial[blockIdx.x] = v;
  }
  grid.sync();
  if (grid.thread_rank() < 32) {
    v = threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0;
    for (int o = 16; o; o /= 2) v += warp.shfl_down(v, o);
    if (threadIdx.x == 0) *result = v;
  }
}
void sum_once(const int* in, int* partial, unsigned* ticket, int* result, int n) {
  void* args[] = {&in, &partial, &ticket, &result, &n};
  cudaLaunchCooperativeKernel(k, dim3(blocks), dim3(block_size), args);
}
