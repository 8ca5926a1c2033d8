// CUB with a barrier between two uses of one TempStorage: loads and stores that exchange, scans, sorts, reductions; then the device-wide
// calls in one stream.
// expect-exit: 0
#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 96, items = 4, tile = threads * items, n = 3 * tile;

__global__ void sort_tiles(int* x, int* sums) {
  using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, threads, items>;
  using Scan = cub::BlockScan<int, threads, cub::BLOCK_SCAN_WARP_SCANS>;
  using Reduce = cub::BlockReduce<int, threads>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Sort::TempStorage sort;
    typename Scan::TempStorage scan;
    typename Reduce::TempStorage reduce;
  } storage;
  int held[items], before[items];
  Load(storage.load).Load(x + blockIdx.x * tile, held);
  __syncthreads();
  Sort(storage.sort).Sort(held);
  __syncthreads();
  Scan(storage.scan).ExclusiveSum(held, before);
  __syncthreads();
  int largest = 0;
  for (int i = 0; i < items; ++i) largest = max(largest, before[i]);
  const int sum = Reduce(storage.reduce).Reduce(largest + held[items - 1], cuda::maximum<>());
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  __syncthreads();
  Store(storage.store).Store(x + blockIdx.x * tile, held);
}

template <class Call>
void with_storage(Call call) {
  void* storage = nullptr;
  std::size_t bytes = 0;
  CHECK(call(storage, bytes));
  CHECK(cudaMalloc(&storage, bytes));
  CHECK(call(storage, bytes));
  CHECK(cudaFree(storage));
}

int main() {
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i * 37 % 1009;
  int *d_x, *d_y, *d_sums, sums[3], total;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMalloc(&d_sums, 4 * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  sort_tiles<<<3, threads>>>(d_x, d_sums);
  with_storage([&](void* storage, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(storage, bytes, d_sums, d_sums + 3, 3);
  });
  with_storage([&](void* storage, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(storage, bytes, d_x, d_y, n);
  });
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(sums, d_sums, 3 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&total, d_sums + 3, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_sums));
  const bool right = total == std::accumulate(x.begin(), x.end(), 0) && total == sums[0] + sums[1] + sums[2];
  std::sort(x.begin(), x.end());
  return right && x == y ? 0 : 1;
}
