// A block reads its neighbor's shared memory after __syncthreads(), which only joins its own block.
// expect-hazard: race-shared write read
// expect-exit: 3
#include <cooperative_groups.h>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) shift(int* x) {
  __shared__ int tile[32];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  tile[threadIdx.x] = static_cast<int>(blockIdx.x * 32 + threadIdx.x);  // @write
  __syncthreads();
  const int* other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  x[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x];  // @read
  cluster.sync();
}

int main() {
  int* d_x;
  CHECK(cudaMalloc(&d_x, 4 * 32 * sizeof(int)));
  shift<<<4, 32>>>(d_x);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_x));
  return 0;
}
