// Warps add what they have reduced to one total, and a thread reads it with no barrier between: the other warp may be still to come.
// expect-hazard: race-shared a b
// expect-exit: 1|3
#include "../lens_check.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

__global__ void total_of(const int* in, int* out) {
  __shared__ int total;
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  if (block.thread_rank() == 0) total = 0;
  block.sync();
  cuda::atomic_ref<int, cuda::thread_scope_block> sum(total);
  cg::reduce_update_async(warp, sum, in[block.thread_rank()], cg::plus<int>());  // @a
  if (block.thread_rank() == 0) *out = total;                                    // @b
}

int main() {
  const int n = 64;
  int in[n], out = 0;
  for (int i = 0; i < n; ++i) in[i] = i;
  int *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, sizeof in));
  CHECK(cudaMalloc(&d_out, sizeof out));
  CHECK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  total_of<<<1, n>>>(d_in, d_out);
  CHECK(cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  return out == n * (n - 1) / 2 ? 0 : 1;
}
