// block.sync() of cooperative groups is a barrier of the whole block, too: here half of it comes.
// expect-hazard: divergent-barrier a b
// expect-exit: 1
#include <cooperative_groups.h>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

__global__ void half_syncs(int* out) {
  __shared__ int slots[32];
  const cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() < 32) {
    slots[block.thread_rank()] = 1;
    block.sync();  // @a
  }
  block.sync();  // @b
  if (block.thread_rank() >= 32) out[block.thread_rank() - 32] = slots[block.thread_rank() - 32];
}

int main() {
  int first = 0;
  int* d_out;
  CHECK(cudaMalloc(&d_out, 32 * sizeof(int)));
  half_syncs<<<1, 64>>>(d_out);
  CHECK(cudaMemcpy(&first, d_out, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return first == 1 ? 0 : 1;
}
