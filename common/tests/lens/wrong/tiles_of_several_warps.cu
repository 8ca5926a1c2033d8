// Tiles of 64 threads: one reads what another tile has written, which its own sync does not order; one trusts that a sum over the tile
// orders memory, which CUDA does not say.
// expect-hazard: race-shared write other
// expect-hazard: race-shared second behind
// expect-exit: 3
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

__global__ void add(const int* in, int* out) {
  __shared__ int cache[128], sums[128];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  const unsigned t = threadIdx.x;
  cache[t] = in[t];  // @write
  tile.sync();
  const int x = cache[127 - t];  // @other
  sums[t] = x;                   // @second
  const int sum = cg::reduce(tile, x, cg::plus<int>());
  out[t] = sum + sums[t ^ 32];  // @behind
}

int main() {
  int x[128], *d_x, *d_y;
  for (int i = 0; i < 128; ++i) x[i] = i;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  add<<<1, 128>>>(d_x, d_y);
  CHECK(cudaMemcpy(x, d_y, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return 0;
}
