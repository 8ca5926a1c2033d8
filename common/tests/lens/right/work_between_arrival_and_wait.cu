// Threads store, arrive at the barrier of their block or of their cluster, which is a block alone, and do work of their own before they wait; lanes
// meet there, and another barrier may come in between.
// expect-exit: 0
#include <cooperative_groups.h>

#include <utility>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

__global__ void sums(int* x) {
  __shared__ int slots[256], others[256], of_lanes[256];
  const int i = static_cast<int>(threadIdx.x);
  slots[i] = i;
  auto token = cg::this_thread_block().barrier_arrive();
  others[i] = 1;
  cg::this_thread_block().barrier_wait(std::move(token));
  int sum = slots[255 - i] + others[i];
  cg::this_cluster().barrier_arrive();
  of_lanes[i] = i;
  __syncwarp();
  cg::this_cluster().barrier_wait();
  sum += others[255 - i] + of_lanes[i ^ 1];
  cg::this_cluster().barrier_arrive();
  slots[i] = 2 * i;
  __syncthreads();
  sum += slots[255 - i];
  cg::this_cluster().barrier_wait();
  others[i] = 0;
  cg::this_cluster().sync();
  x[i] = sum + others[255 - i];
}

int main() {
  int x[256];
  int* d_x;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  sums<<<1, 256>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  return x[0] == 255 + 2 + 1 + 510 && x[255] == 2 + 254 ? 0 : 1;
}
