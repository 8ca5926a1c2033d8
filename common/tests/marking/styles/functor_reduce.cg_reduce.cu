// Three kernels in three styles.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cfloat>
#include <climits>
#include "exercise.hpp"
namespace cg = cooperative_groups;

__global__ void maxKernel(const int* in, int n, int* out) {
  __shared__ int part[block_size / 32];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int v = INT_MIN;
  for (int i = threadIdx.x; i < n; i += blockDim.x) v = max(v, in[i]);
  v = cg::reduce(warp, v, cg::greater<int>());
  if (warp.thread_rank() == 0) part[warp.meta_group_rank()] = v;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    v = warp.thread_rank() < block_size / 32 ? part[warp.thread_rank()] : INT_MIN;
    v = cg::reduce(warp, v, cg::greater<int>());
    if (warp.thread_rank() == 0) *out = v;
  }
}

__global__ void magKernel(const float* in, int n, float* out) {
  __shared__ float part[block_size / 32];
  float v = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) v = fmaxf(v, fabsf(in[i]));
  for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = threadIdx.x < block_size / 32 ? part[threadIdx.x] : 0;
    for (int o = 4; o; o >>= 1) v = fmaxf(v, __shfl_down_sync(~0u, v, o));
    if (threadIdx.x == 0) *out = v;
  }
}

struct VI {
  float v;
  int i;
};
__device__ VI better(VI a, VI b) { return b.v < a.v || (b.v == a.v && b.i < a.i) ? b : a; }

__global__ void argminKernel(const float* in, int n, int* out) {
  __shared__ VI part[block_size / 32];
  VI best{INFINITY, INT_MAX};
  for (int i = threadIdx.x; i < n; i += blockDim.x) best = better(best, {in[i], i});
  for (int o = 16; o; o >>= 1) {
    VI other{__shfl_down_sync(~0u, best.v, o), __shfl_down_sync(~0u, best.i, o)};
    best = better(best, other);
  }
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = best;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (const VI& p : part) best = better(best, p);
    *out = best.i == INT_MAX ? -1 : best.i;
  }
}

void largest(const int* in, int n, int* out) { maxKernel<<<1, block_size>>>(in, n, out); }
void largest_magnitude(const float* in, int n, float* out) { magKernel<<<1, block_size>>>(in, n, out); }
void least_at(const float* in, int n, int* out) { argminKernel<<<1, block_size>>>(in, n, out); }
