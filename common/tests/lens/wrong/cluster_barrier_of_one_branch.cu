// Half of a block waits for the cluster, the other half for the block: neither continues.
// expect-hazard: divergent-barrier block cluster
// expect-exit: 1
#include <cooperative_groups.h>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) add(int* x) {
  cg::cluster_group cluster = cg::this_cluster();
  x[blockIdx.x * 64 + threadIdx.x] = 1;
  if (cluster.block_rank() == 0 && threadIdx.x < 32)
    __syncthreads();  // @block
  else
    cluster.sync();  // @cluster
}

int main() {
  int* d_x;
  CHECK(cudaMalloc(&d_x, 128 * sizeof(int)));
  add<<<2, 64>>>(d_x);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_x));
  return 0;
}
