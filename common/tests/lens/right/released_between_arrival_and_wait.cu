// A thread arrives at the barrier, stores, fences, and sets a volatile flag before it waits: the barrier does not order the store before the
// other warp's read, the flag does.
// expect-exit: 0
#include <cooperative_groups.h>

#include <utility>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

__global__ void pass_on(int* seen) {
  __shared__ int value;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  auto token = cg::this_thread_block().barrier_arrive();
  if (threadIdx.x == 0) {
    value = 42;
    __threadfence_block();
    ready = 1;
  }
  cg::this_thread_block().barrier_wait(std::move(token));
  if (threadIdx.x != 32) return;
  while (ready == 0) {
  }
  __threadfence_block();
  *seen = value;
}

int main() {
  int seen = -1;
  int* d_seen;
  CHECK(cudaMalloc(&d_seen, sizeof(int)));
  pass_on<<<1, 64>>>(d_seen);
  CHECK(cudaMemcpy(&seen, d_seen, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_seen));
  return seen == 42 ? 0 : 1;
}
