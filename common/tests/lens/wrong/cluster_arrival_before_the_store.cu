// Each thread arrives at the barrier of its cluster, a block alone, before it stores: the others may read the slot too early. So may the lanes of a
// single warp.
// expect-hazard: race-shared|reuse-without-barrier store read
// expect-hazard: race-warp warp_store warp_read
// expect-exit: 3
#include <cooperative_groups.h>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

__global__ void turn(int* x) {
  __shared__ int slots[256];
  const int i = static_cast<int>(threadIdx.x);
  cg::this_cluster().barrier_arrive();
  slots[i] = i;  // @store
  cg::this_cluster().barrier_wait();
  x[i] = slots[255 - i];  // @read
}

__global__ void turn_a_warp(int* x) {
  __shared__ int slots[32];
  const int i = static_cast<int>(threadIdx.x);
  cg::this_cluster().barrier_arrive();
  slots[i] = i;  // @warp_store
  cg::this_cluster().barrier_wait();
  x[i] = slots[31 - i];  // @warp_read
}

int main() {
  int x[256];
  int* d_x;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  turn<<<1, 256>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  const bool right = x[0] == 255 && x[255] == 0;
  turn_a_warp<<<1, 32>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  return right && x[0] == 31 && x[31] == 0 ? 0 : 1;
}
