// A long prefix sum tile by tile, with a running total in a register: the next tile's sums of warps overwrite what slower warps still read.
// expect-hazard: reuse-without-barrier|race-shared a a
// allow-hazard: race-shared a a
// allow-hazard: race-warp a a
// expect-exit: 1
#include <cub/block/block_scan.cuh>
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 96, n = 4 * threads;

__global__ void running_sum(const int* x, int* y) {
  using Scan = cub::BlockScan<int, threads>;
  __shared__ typename Scan::TempStorage storage;
  int total = 0;
  for (int begin = 0; begin < n; begin += threads) {
    int item = x[begin + threadIdx.x], sum;
    Scan(storage).InclusiveSum(item, item, sum);  // @a
    y[begin + threadIdx.x] = total + item;
    total += sum;
  }
}

int main() {
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i % 7;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  running_sum<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  int sum = 0;
  for (int i = 0; i < n; ++i)
    if (y[i] != (sum += x[i])) return 1;
  return 0;
}
