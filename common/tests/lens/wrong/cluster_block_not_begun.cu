// Block 0 clears the counter of its neighbor, which may not have started yet.
// expect-hazard: absent-block clear
// expect-exit: 3
#include <cooperative_groups.h>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) count(int* x) {
  __shared__ int counter;
  cg::cluster_group cluster = cg::this_cluster();
  if (cluster.thread_rank() == 0) {
    for (int rank = 0; rank < 2; ++rank) {
      int* there = cluster.map_shared_rank(&counter, rank);
      *there = 0;  // @clear
    }
  }
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(&counter, 0), 1);
  cluster.sync();
  if (cluster.thread_rank() == 0) x[blockIdx.x / 2] = counter;
}

int main() {
  int* d_x;
  CHECK(cudaMalloc(&d_x, sizeof(int)));
  count<<<2, 32>>>(d_x);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_x));
  return 0;
}
