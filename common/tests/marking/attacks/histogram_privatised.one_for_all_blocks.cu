// The blocks are a cluster, and all of them count in the shared memory of the first one.
// says: accesses to the shared memory of other blocks
#include <cooperative_groups.h>

#include "exercise.hpp"

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(blocks, 1, 1) add_histogram_kernel(const int* in, int n, unsigned* count) {
  __shared__ unsigned own[bins];
  const cg::cluster_group cluster = cg::this_cluster();
  const bool is_first = cluster.block_rank() == 0;
  for (int b = threadIdx.x; is_first && b < bins; b += blockDim.x) own[b] = 0;
  cluster.sync();
  unsigned* const all = cluster.map_shared_rank(own, 0);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&all[in[i]], 1u);
  cluster.sync();
  for (int b = threadIdx.x; is_first && b < bins; b += blockDim.x) atomicAdd(&count[b], own[b]);
}

void add_histogram(const int* in, int n, unsigned* count) {
  add_histogram_kernel<<<blocks, block_size>>>(in, n, count);
}
