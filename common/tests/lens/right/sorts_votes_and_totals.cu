// A block sorts, looks at neighbors, and combines in one storage with barriers between; warps add to a total that is read after a barrier;
// the block meets in two pieces, and votes at a barrier in inline PTX.
// expect-exit: 0
#include "../lens_check.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>
#include <cuda/atomic>
#include <utility>

namespace cg = cooperative_groups;

struct Less {
  __device__ bool operator()(int a, int b) const { return a < b; }
};
struct Differ {
  __device__ bool operator()(int a, int b) const { return a != b; }
};

__device__ int how_many(int predicate) {
  int count;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
               : "=r"(count)
               : "r"(predicate)
               : "memory");
  return count;
}

/// How many different keys there are, in three ways.
__global__ void different(const int* keys, int* counts) {
  using Sort = cub::BlockMergeSort<int, 64, 2>;
  using Heads = cub::BlockDiscontinuity<int, 64>;
  using Steps = cub::BlockAdjacentDifference<int, 64>;
  __shared__ union {
    typename Sort::TempStorage sort;
    typename Heads::TempStorage heads;
    typename Steps::TempStorage steps;
  } storage;
  __shared__ int total, largest[2];
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const int first = 2 * static_cast<int>(threadIdx.x);
  int own[2] = {keys[first], keys[first + 1]}, heads[2], steps[2];
  if (block.thread_rank() == 0) total = 0;
  Sort(storage.sort).Sort(own, Less());
  __syncthreads();
  Heads(storage.heads).FlagHeads(heads, own, Differ());
  cuda::atomic_ref<int, cuda::thread_scope_block> sum(total);
  cg::reduce_update_async(warp, sum, heads[0] + heads[1], cg::plus<int>());
  __syncthreads();
  Steps(storage.steps).SubtractLeft(own, steps, Differ(), own[0] - 1);
  const int most = cg::reduce(warp, own[1], cg::greater<int>());
  if (warp.thread_rank() == 0) largest[warp.meta_group_rank()] = most;
  auto token = block.barrier_arrive();
  block.barrier_wait(std::move(token));
  const int by_votes = how_many(steps[0] != 0) + how_many(steps[1] != 0);
  if (block.thread_rank() == 0) {
    counts[0] = total;
    counts[1] = by_votes;
    counts[2] = largest[0] < largest[1] ? largest[1] : largest[0];
  }
}

int main() {
  const int n = 128, values = 41;
  int keys[n], counts[3];
  for (int i = 0; i < n; ++i) keys[i] = i * 37 % values;
  int *d_keys, *d_counts;
  CHECK(cudaMalloc(&d_keys, sizeof keys));
  CHECK(cudaMalloc(&d_counts, sizeof counts));
  CHECK(cudaMemcpy(d_keys, keys, sizeof keys, cudaMemcpyHostToDevice));
  different<<<1, n / 2>>>(d_keys, d_counts);
  CHECK(cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_keys));
  CHECK(cudaFree(d_counts));
  return counts[0] == values && counts[1] == values && counts[2] == values - 1 ? 0 : 1;
}
