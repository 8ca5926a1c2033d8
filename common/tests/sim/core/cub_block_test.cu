// CUB's warps and blocks.
#include <doctest/doctest.h>

#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

#include "tests/sim/core/core_helpers.hpp"

namespace {

struct Larger {
  template <class T>
  __device__ T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
struct Wide {
  double a, b;
  int c;
};
struct AddWide {
  __device__ Wide operator()(const Wide& x, const Wide& y) const { return {x.a + y.a, x.b + y.b, x.c + y.c}; }
};

int value_of(int i) { return i * 37 % 101 - 20; }

void fill(Managed<int>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) values.get()[i] = value_of(static_cast<int>(i));
}
std::vector<int> copy_of(Managed<int>& values) { return {values.begin(), values.end()}; }

template <int logical>
__global__ void warps(const int* in, int* sums, int* inclusive, int* exclusive, int* largest) {
  using Reduce = cub::WarpReduce<int, logical>;
  using Scan = cub::WarpScan<int, logical>;
  __shared__ typename Reduce::TempStorage reduce[64 / logical];
  __shared__ typename Scan::TempStorage scan[64 / logical];
  const int t = static_cast<int>(threadIdx.x), warp = t / logical;
  const int sum = Reduce(reduce[warp]).Sum(in[t]);
  const int most = Reduce(reduce[warp]).Reduce(in[t], Larger(), 3);
  if (t % logical == 0) sums[warp] = sum, largest[warp] = most;
  Scan(scan[warp]).InclusiveSum(in[t], inclusive[t]);
  Scan(scan[warp]).ExclusiveSum(in[t], exclusive[t]);
}

__global__ void segments(const int* in, int* heads, int* tails) {
  __shared__ cub::WarpReduce<int>::TempStorage storage;
  const int t = static_cast<int>(threadIdx.x);
  heads[t] = cub::WarpReduce<int>(storage).HeadSegmentedSum(in[t], t % 5 == 0);
  tails[t] = cub::WarpReduce<int>(storage).TailSegmentedSum(in[t], t % 5 == 4);
}

template <int threads, cub::BlockReduceAlgorithm algorithm>
__global__ void block_sums(const int* in, int* out) {
  using Reduce = cub::BlockReduce<int, threads, algorithm>;
  __shared__ typename Reduce::TempStorage storage;
  const int t = static_cast<int>(threadIdx.x);
  const int sum = Reduce(storage).Sum(in[t]);
  __syncthreads();
  const int largest = Reduce(storage).Reduce(in[t], Larger());
  __syncthreads();
  const int first = Reduce(storage).Sum(in[t], threads / 2);
  __syncthreads();
  int two[2] = {in[t], 1};
  const int both = Reduce(storage).Sum(two);
  if (t == 0) out[0] = sum, out[1] = largest, out[2] = first, out[3] = both;
}

__global__ void wide_sum(double* out) {
  using Reduce = cub::BlockReduce<Wide, 16, cub::BLOCK_REDUCE_RAKING, 4, 2>;
  __shared__ typename Reduce::TempStorage storage;
  const double x = threadIdx.x + 16 * (threadIdx.y + 4 * threadIdx.z);
  const Wide sum = Reduce(storage).Reduce(Wide{x, 2 * x, 1}, AddWide());
  if (x == 0) out[0] = sum.a, out[1] = sum.b, out[2] = sum.c;
}

struct RunningTotal {
  int total;
  __device__ int operator()(int aggregate) {
    const int before = total;
    total += aggregate;
    return before;
  }
};

template <int threads, cub::BlockScanAlgorithm algorithm>
__global__ void block_scans(const int* in, int* out) {
  using Scan = cub::BlockScan<int, threads, algorithm>;
  __shared__ typename Scan::TempStorage storage;
  const int t = static_cast<int>(threadIdx.x);
  int aggregate;
  Scan(storage).InclusiveSum(in[t], out[t], aggregate);
  __syncthreads();
  Scan(storage).ExclusiveSum(in[t], out[threads + t]);
  __syncthreads();
  Scan(storage).ExclusiveScan(in[t], out[2 * threads + t], -1000, Larger());
  __syncthreads();
  int items[3] = {in[t], 1, 2};
  Scan(storage).ExclusiveSum(items, items);
  for (int i = 0; i < 3; ++i) out[3 * threads + 3 * t + i] = items[i];
  if (t == 0) out[6 * threads] = aggregate;
}

template <int threads>
__global__ void long_scan(const int* in, int* out, int n) {
  using Scan = cub::BlockScan<int, threads>;
  __shared__ typename Scan::TempStorage storage;
  RunningTotal total{5};
  for (int begin = 0; begin < n; begin += threads) {
    const int i = begin + static_cast<int>(threadIdx.x);
    int item = i < n ? in[i] : 0;
    Scan(storage).InclusiveSum(item, item, total);
    __syncthreads();
    if (i < n) out[i] = item;
  }
}

template <cub::BlockLoadAlgorithm loading, cub::BlockStoreAlgorithm storing, int items>
__global__ void load_and_store(int* in, int* out, int valid) {
  using Load = cub::BlockLoad<int, 64, items, loading>;
  using Store = cub::BlockStore<int, 64, items, storing>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } storage;
  int held[items];
  if (valid < 64 * items)
    Load(storage.load).Load(in, held, valid, -7);
  else
    Load(storage.load).Load(in, held);
  __syncthreads();
  for (int i = 0; i < items; ++i) held[i] = held[i] * 2 + (loading == cub::BLOCK_LOAD_STRIPED ? 0 : i);
  if (valid < 64 * items)
    Store(storage.store).Store(out, held, valid);
  else
    Store(storage.store).Store(out, held);
}

template <cub::BlockLoadAlgorithm loading, cub::BlockStoreAlgorithm storing>
bool moves(int valid) {
  constexpr int items = 4, count = 64 * items;
  Managed<int> in(count), out(count, -1);
  fill(in);
  load_and_store<loading, storing, items><<<1, 64>>>(in.get(), out.get(), valid);
  const std::vector<int> got = copy_of(out);
  for (int i = 0; i < count; ++i) {
    const int added = loading == cub::BLOCK_LOAD_STRIPED ? 0 : i % items;
    if (got[i] != (i < valid ? 2 * value_of(i) + added : -1)) return false;
  }
  return cudaGetLastError() == cudaSuccess;
}

template <int threads, class Key>
__global__ void sort_pairs(const Key* in, Key* keys_out, int* values_out, Key* descending_out) {
  using Sort = cub::BlockRadixSort<Key, threads, 3, int>;
  using KeySort = cub::BlockRadixSort<Key, threads, 3>;
  __shared__ typename Sort::TempStorage storage;
  __shared__ typename KeySort::TempStorage key_storage;
  const int t = static_cast<int>(threadIdx.x);
  Key keys[3], descending[3];
  int values[3];
  for (int i = 0; i < 3; ++i) keys[i] = descending[i] = in[3 * t + i], values[i] = 3 * t + i;
  Sort(storage).Sort(keys, values);
  KeySort(key_storage).SortDescendingBlockedToStriped(descending);
  for (int i = 0; i < 3; ++i) {
    keys_out[3 * t + i] = keys[i];
    values_out[3 * t + i] = values[i];
    descending_out[t + i * threads] = descending[i];
  }
}

template <int threads, class Key>
void check_sort(std::vector<Key> input) {
  const std::size_t n = 3 * threads;
  Managed<Key> in(n), keys(n), descending(n);
  Managed<int> values(n);
  std::copy(input.begin(), input.end(), in.get());
  sort_pairs<threads><<<1, threads>>>(in.get(), keys.get(), values.get(), descending.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return input[a] < input[b]; });
  CHECK(copy_of(values) == order);
  std::vector<Key> sorted;
  for (const int i : order) sorted.push_back(input[i]);
  CHECK(std::vector<Key>(keys.begin(), keys.end()) == sorted);
  std::reverse(sorted.begin(), sorted.end());
  CHECK(std::vector<Key>(descending.begin(), descending.end()) == sorted);
}

__global__ void count_bins(const unsigned char* in, unsigned* out) {
  using Histogram = cub::BlockHistogram<unsigned char, 64, 2, 16>;
  __shared__ typename Histogram::TempStorage storage;
  __shared__ unsigned bins[16];
  unsigned char items[2] = {in[2 * threadIdx.x], in[2 * threadIdx.x + 1]};
  Histogram(storage).Histogram(items, bins);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

__global__ void sum_of_128(int* out) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ typename Reduce::TempStorage storage;
  const int sum = Reduce(storage).Sum(1);
  if (threadIdx.x == 0) *out = sum;
}

}  // namespace

TEST_CASE("warps and parts of warps reduce and scan") {
  Managed<int> in(64), sums(8), inclusive(64), exclusive(64), largest(8);
  fill(in);
  warps<8><<<1, 64>>>(in.get(), sums.get(), inclusive.get(), exclusive.get(), largest.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int warp = 0; warp < 8; ++warp) {
    int sum = 0;
    for (int i = 8 * warp; i < 8 * warp + 8; ++i) {
      CHECK(exclusive[i] == sum);
      sum += in[i];
      CHECK(inclusive[i] == sum);
    }
    CHECK(sums[warp] == sum);
    CHECK(largest[warp] == std::max({in[8 * warp], in[8 * warp + 1], in[8 * warp + 2]}));
  }
  Managed<int> heads(32), tails(32);
  segments<<<1, 32>>>(in.get(), heads.get(), tails.get());
  for (int head = 0; head < 32; head += 5) {
    const int sum = std::accumulate(in.begin() + head, in.begin() + std::min(head + 5, 32), 0);
    CHECK(heads[head] == sum);
    CHECK(tails[head] == sum);
  }
}

TEST_CASE("blocks of every shape reduce, with every algorithm") {
  const auto check = [](auto kernel, int threads) {
    Managed<int> in(threads), out(4);
    fill(in);
    kernel<<<1, threads>>>(in.get(), out.get());
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(out[0] == std::accumulate(in.begin(), in.end(), 0));
    CHECK(out[1] == *std::max_element(in.begin(), in.end()));
    CHECK(out[2] == std::accumulate(in.begin(), in.begin() + threads / 2, 0));
    CHECK(out[3] == out[0] + threads);
  };
  check(block_sums<256, cub::BLOCK_REDUCE_WARP_REDUCTIONS>, 256);
  check(block_sums<100, cub::BLOCK_REDUCE_RAKING>, 100);
  check(block_sums<20, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>, 20);
  Managed<double> out(3);
  wide_sum<<<1, dim3(16, 4, 2)>>>(out.get());
  CHECK(out[0] == 127 * 64);
  CHECK(out[1] == 127 * 128);
  CHECK(out[2] == 128);
}

TEST_CASE("blocks scan, with several items, initial values and a running total") {
  const auto check = [](auto kernel, int threads) {
    Managed<int> in(threads), out(6 * threads + 1);
    fill(in);
    kernel<<<1, threads>>>(in.get(), out.get());
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    int sum = 0, largest = -1000;
    for (int t = 0; t < threads; ++t) {
      CHECK(out[threads + t] == sum);
      CHECK(out[2 * threads + t] == largest);
      CHECK(out[3 * threads + 3 * t] == sum + 3 * t);
      CHECK(out[3 * threads + 3 * t + 2] == sum + 3 * t + in[t] + 1);
      sum += in[t];
      largest = std::max(largest, in[t]);
      CHECK(out[t] == sum);
    }
    CHECK(out[6 * threads] == sum);
  };
  check(block_scans<128, cub::BLOCK_SCAN_WARP_SCANS>, 128);
  check(block_scans<70, cub::BLOCK_SCAN_RAKING>, 70);
  Managed<int> in(150), out(150);
  fill(in);
  long_scan<64><<<1, 64>>>(in.get(), out.get(), 150);
  int sum = 5;
  for (int i = 0; i < 150; ++i) CHECK(out[i] == (sum += in[i]));
}

TEST_CASE("all ways to load and store move the same items") {
  for (const int valid : {256, 101}) {
    CHECK(moves<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>(valid));
    CHECK(moves<cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED>(valid));
    CHECK(moves<cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>(valid));
    CHECK(moves<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(valid));
    CHECK(moves<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE>(valid));
    CHECK(moves<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED>(valid));
  }
}

TEST_CASE("blocks sort integers and floating-point numbers, stably") {
  std::vector<int> integers(3 * 64);
  for (int i = 0; i < 3 * 64; ++i) integers[i] = value_of(i) * (i % 2 != 0 ? 100003 : 1);
  check_sort<64>(integers);
  std::vector<float> numbers(3 * 40);
  for (int i = 0; i < 3 * 40; ++i) numbers[i] = static_cast<float>(value_of(i)) / 7;
  check_sort<40>(numbers);
  std::vector<unsigned char> bytes(3 * 32);
  for (int i = 0; i < 3 * 32; ++i) bytes[i] = static_cast<unsigned char>(i * 77);
  check_sort<32>(bytes);
}

TEST_CASE("a block counts what its threads hold") {
  Managed<unsigned char> in(128);
  Managed<unsigned> out(16);
  for (int i = 0; i < 128; ++i) in.get()[i] = static_cast<unsigned char>(i * i % 16);
  count_bins<<<1, 64>>>(in.get(), out.get());
  for (int bin = 0; bin < 16; ++bin) CHECK(out[bin] == std::count(in.begin(), in.end(), bin));
}

#ifdef CUDASIM_TRANSLATED
TEST_CASE("a block of another size than the class was given is an error") {
  Managed<int> out(1);
  const std::string told = standard_error_of([&] { sum_of_128<<<1, 256>>>(out.get()); });
  CHECK(contains(told, "cub::BlockReduce at "));
  CHECK(contains(told, "block of another shape"));
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  cudaDeviceReset();
}
#endif
