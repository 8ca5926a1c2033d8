// Tiles of 8 threads reduce in shared memory, each with its own sync: no tile touches the slots of another tile.
// expect-exit: 0
#include <cooperative_groups.h>

#include <vector>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;

constexpr int threads = 64, size = 8;

__global__ void sums_of_eight(const int* x, int* sums) {
  __shared__ int slots[threads];
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<size> tile = cg::tiled_partition<size>(block);
  int* own = slots + block.thread_rank() / size * size;
  own[tile.thread_rank()] = x[block.thread_rank()];
  tile.sync();
  for (unsigned half = size / 2; half > 0; half /= 2) {
    if (tile.thread_rank() < half) own[tile.thread_rank()] += own[tile.thread_rank() + half];
    tile.sync();
  }
  if (tile.thread_rank() == 0) sums[block.thread_rank() / size] = own[0];
}

int main() {
  std::vector<int> x(threads), sums(threads / size);
  for (int i = 0; i < threads; ++i) x[i] = i;
  int *d_x, *d_sums;
  CHECK(cudaMalloc(&d_x, threads * sizeof(int)));
  CHECK(cudaMalloc(&d_sums, sums.size() * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(int), cudaMemcpyHostToDevice));
  sums_of_eight<<<1, threads>>>(d_x, d_sums);
  CHECK(cudaMemcpy(sums.data(), d_sums, sums.size() * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_sums));
  bool right = true;
  for (int i = 0; i < threads / size; ++i) right = right && sums[i] == 64 * i + 28;
  return right ? 0 : 1;
}
