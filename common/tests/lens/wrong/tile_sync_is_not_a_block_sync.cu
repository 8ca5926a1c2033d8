// A tile of 16 threads synchronizes with itself, then reads a slot that another tile of the same warp writes.
// expect-hazard: race-warp a b
// expect-exit: 1
#include <cooperative_groups.h>

#include <vector>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

__global__ void swap_halves(const int* x, int* y) {
  __shared__ int slots[32];
  const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
  slots[threadIdx.x] = x[threadIdx.x];  // @a
  tile.sync();
  y[threadIdx.x] = slots[threadIdx.x ^ 16];  // @b
}

int main() {
  const int n = 32;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i + 7;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  swap_halves<<<1, n>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == x[i ^ 16];
  return right ? 0 : 1;
}
