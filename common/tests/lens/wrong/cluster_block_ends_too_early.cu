// Nothing keeps a block from ending while its neighbor still reads its shared memory.
// expect-hazard: absent-block read
// expect-exit: 3
#include <cooperative_groups.h>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) shift(int* x) {
  __shared__ int tile[32];
  cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = static_cast<int>(blockIdx.x * 32 + threadIdx.x);
  cluster.sync();
  const int* other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  x[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x];  // @read
}

int main() {
  int* d_x;
  int x[128];
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  shift<<<4, 32>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  for (int i = 0; i < 128; ++i)
    if (x[i] != (i ^ 32)) return 1;
  return 0;
}
