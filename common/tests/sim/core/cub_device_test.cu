// CUB's device-wide algorithms.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

#include "tests/sim/core/core_helpers.hpp"

namespace {

constexpr int n = 1000;

struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct Larger {
  __host__ __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};

struct Greater {
  __host__ __device__ bool operator()(int a, int b) const { return b < a; }
};

/// Asks how much temporary storage is wanted, gets it, and works.
template <class Call>
void run(Call call) {
  std::size_t bytes = 0;
  REQUIRE(call(nullptr, bytes) == cudaSuccess);
  REQUIRE(bytes > 0);
  void* storage = nullptr;
  REQUIRE(cudaMalloc(&storage, bytes) == cudaSuccess);
  REQUIRE(call(storage, bytes) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(cudaFree(storage) == cudaSuccess);
}

struct Data {
  Data() : in(n), out(n, -1), count(1, -1) {
    for (int i = 0; i < n; ++i) in.get()[i] = i * 37 % 101 - 20;
  }
  std::vector<int> values() { return {in.begin(), in.end()}; }
  std::vector<int> got(int items) { return {out.begin(), out.begin() + items}; }

  Managed<int> in, out, count;
};

}  // namespace

TEST_CASE("the device reduces") {
  Data data;
  const auto in = data.values();
  run([&](void* s, std::size_t& b) {
    return cub::DeviceReduce::Sum(s, b, data.in.get(), data.out.get(), n);
  });
  CHECK(data.out[0] == std::accumulate(in.begin(), in.end(), 0));
  run([&](void* s, std::size_t& b) {
    return cub::DeviceReduce::Min(s, b, data.in.get(), data.out.get(), n);
  });
  CHECK(data.out[0] == -20);
  run([&](void* s, std::size_t& b) {
    return cub::DeviceReduce::Max(s, b, data.in.get(), data.out.get(), n);
  });
  CHECK(data.out[0] == 80);
  run([&](void* s, std::size_t& b) {
    return cub::DeviceReduce::Reduce(s, b, data.in.get(), data.out.get(), n, Larger(), 99);
  });
  CHECK(data.out[0] == 99);
  Managed<int> least(1), index(1);
  run([&](void* s, std::size_t& b) {
    return cub::DeviceReduce::ArgMin(s, b, data.in.get(), least.get(), index.get(), n);
  });
  CHECK(least[0] == -20);
  CHECK(index[0] == std::min_element(in.begin(), in.end()) - in.begin());
  run([&](void* s, std::size_t& b) {
    return cub::DeviceReduce::ArgMax(s, b, data.in.get(), least.get(), index.get(), n);
  });
  CHECK(least[0] == 80);
  CHECK(index[0] == std::max_element(in.begin(), in.end()) - in.begin());
}

TEST_CASE("sums of bytes do not wrap in an int") {
  Managed<unsigned char> in(n, 200);
  Managed<int> out(1);
  run([&](void* s, std::size_t& b) { return cub::DeviceReduce::Sum(s, b, in.get(), out.get(), n); });
  CHECK(out[0] == 200 * n);
}

TEST_CASE("the device scans, also in place") {
  Data data;
  const auto in = data.values();
  std::vector<int> wanted(n);
  run([&](void* s, std::size_t& b) {
    return cub::DeviceScan::InclusiveSum(s, b, data.in.get(), data.out.get(), n);
  });
  std::partial_sum(in.begin(), in.end(), wanted.begin());
  CHECK(data.got(n) == wanted);
  run([&](void* s, std::size_t& b) {
    return cub::DeviceScan::InclusiveScan(s, b, data.in.get(), data.out.get(), Larger(), n);
  });
  CHECK(data.out[n - 1] == 80);
  run([&](void* s, std::size_t& b) {
    return cub::DeviceScan::ExclusiveScan(s, b, data.in.get(), data.out.get(), Larger(), -50, n);
  });
  CHECK(data.out[0] == -50);
  run([&](void* s, std::size_t& b) { return cub::DeviceScan::ExclusiveSum(s, b, data.in.get(), n); });
  std::exclusive_scan(in.begin(), in.end(), wanted.begin(), 0);
  CHECK(data.values() == wanted);
}

TEST_CASE("the device selects and partitions") {
  Data data;
  const auto in = data.values();
  std::vector<int> odd;
  std::copy_if(in.begin(), in.end(), std::back_inserter(odd), IsOdd());
  const int odds = static_cast<int>(odd.size());
  run([&](void* s, std::size_t& b) {
    return cub::DeviceSelect::If(s, b, data.in.get(), data.out.get(), data.count.get(), n, IsOdd());
  });
  CHECK(data.count[0] == odds);
  CHECK(data.got(odds) == odd);
  Managed<char> flags(n);
  for (int i = 0; i < n; ++i) flags.get()[i] = IsOdd()(in[i]);
  Data other;
  run([&](void* s, std::size_t& b) {
    return cub::DeviceSelect::Flagged(s, b, other.in.get(), flags.get(), other.out.get(), other.count.get(),
                                      n);
  });
  CHECK(other.got(odds) == odd);
  run([&](void* s, std::size_t& b) {
    return cub::DevicePartition::If(s, b, data.in.get(), data.out.get(), data.count.get(), n, IsOdd());
  });
  CHECK(data.got(odds) == odd);
  CHECK(data.out[n - 1] == *std::find_if_not(in.begin(), in.end(), IsOdd()));
  for (int i = 0; i < n; ++i) data.in.get()[i] = i / 7;
  run([&](void* s, std::size_t& b) {
    return cub::DeviceSelect::Unique(s, b, data.in.get(), data.out.get(), data.count.get(), n);
  });
  CHECK(data.count[0] == 143);
  CHECK(data.out[142] == 142);
  Managed<int> lengths(n);
  run([&](void* s, std::size_t& b) {
    return cub::DeviceRunLengthEncode::Encode(s, b, data.in.get(), data.out.get(), lengths.get(),
                                              data.count.get(), n);
  });
  CHECK(data.count[0] == 143);
  CHECK(lengths[0] == 7);
  CHECK(lengths[142] == 6);
}

TEST_CASE("the device sorts, by all bits or by some, and leaves the input") {
  Data data;
  const auto in = data.values();
  auto sorted = in;
  std::sort(sorted.begin(), sorted.end());
  run([&](void* s, std::size_t& b) {
    return cub::DeviceRadixSort::SortKeys(s, b, data.in.get(), data.out.get(), n);
  });
  CHECK(data.got(n) == sorted);
  CHECK(data.values() == in);
  run([&](void* s, std::size_t& b) {
    return cub::DeviceRadixSort::SortKeysDescending(s, b, data.in.get(), data.out.get(), n);
  });
  std::reverse(sorted.begin(), sorted.end());
  CHECK(data.got(n) == sorted);
  Managed<int> places(n), order(n);
  std::iota(places.get(), places.get() + n, 0);
  run([&](void* s, std::size_t& b) {
    return cub::DeviceRadixSort::SortPairs(s, b, data.in.get(), data.out.get(), places.get(), order.get(), n,
                                           0, 3);
  });
  std::vector<int> wanted(n);
  std::iota(wanted.begin(), wanted.end(), 0);
  std::stable_sort(wanted.begin(), wanted.end(), [&](int a, int b) { return (in[a] & 7) < (in[b] & 7); });
  CHECK(std::vector<int>(order.begin(), order.end()) == wanted);
  cub::DoubleBuffer<int> keys(data.in.get(), data.out.get());
  run([&](void* s, std::size_t& b) { return cub::DeviceRadixSort::SortKeys(s, b, keys, n); });
  CHECK(std::is_sorted(keys.Current(), keys.Current() + n));
  run([&](void* s, std::size_t& b) {
    return cub::DeviceMergeSort::SortKeys(s, b, keys.Current(), n, Greater());
  });
  CHECK(std::is_sorted(std::make_reverse_iterator(keys.Current() + n),
                       std::make_reverse_iterator(keys.Current())));
}

TEST_CASE("the device counts bins and adds up segments") {
  Data data;
  const auto in = data.values();
  run([&](void* s, std::size_t& b) {
    return cub::DeviceHistogram::HistogramEven(s, b, data.in.get(), data.out.get(), 5, -10, 30, n);
  });
  for (int bin = 0; bin < 4; ++bin)
    CHECK(data.out[bin] ==
          std::count_if(in.begin(), in.end(), [&](int x) { return x >= -10 + 10 * bin && x < 10 * bin; }));
  Managed<int> offsets(4);
  for (int i = 0; i < 4; ++i) offsets.get()[i] = i * 100;
  run([&](void* s, std::size_t& b) {
    return cub::DeviceSegmentedReduce::Sum(s, b, data.in.get(), data.out.get(), 3, offsets.get(),
                                           offsets.get() + 1);
  });
  CHECK(data.out[2] == std::accumulate(in.begin() + 200, in.begin() + 300, 0));
}

TEST_CASE("storage that is too small is refused, and work goes into the stream that is named") {
  Data data;
  std::size_t bytes = 1;
  Managed<char> storage(4096);
  CHECK(cub::DeviceRadixSort::SortKeys(storage.get(), bytes, data.in.get(), data.out.get(), n) ==
        cudaErrorInvalidValue);
  CHECK(data.out[0] == -1);
  cudaGetLastError();
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  run([&](void* s, std::size_t& b) {
    return cub::DeviceReduce::Sum(s, b, data.in.get(), data.out.get(), 2, stream);
  });
  CHECK(data.out[0] == -20 + 17);
  REQUIRE(cudaStreamDestroy(stream) == cudaSuccess);
}

#ifdef CUDASIM_TRANSLATED
TEST_CASE("functions of CUDA 12 that CUDA 13 removed are available") {
  Data data;
  cub::CountingInputIterator<int> counting(1);
  cub::TransformInputIterator<int, IsOdd, cub::CountingInputIterator<int>> odd(counting, IsOdd());
  run([&](void* s, std::size_t& b) {
    return cub::DeviceReduce::Reduce(s, b, odd, data.out.get(), 9, cub::Sum(), 0);
  });
  CHECK(data.out[0] == 5);
  Managed<cub::KeyValuePair<int, int>> found(1);
  run([&](void* s, std::size_t& b) {
    return cub::DeviceReduce::ArgMax(s, b, data.in.get(), found.get(), n);
  });
  CHECK(found[0].value == 80);
  CHECK(found[0].key == 30);
}

TEST_CASE("Traits of CUB order the bits of numbers as the numbers are ordered") {
  using Float = cub::Traits<float>;
  const auto bits = [](float x) { return Float::TwiddleIn(std::bit_cast<unsigned>(x)); };
  CHECK(bits(-2.0f) < bits(-1.0f));
  CHECK(bits(-1.0f) < bits(1.0f));
  CHECK(Float::TwiddleOut(bits(-1.5f)) == std::bit_cast<unsigned>(-1.5f));
  CHECK(cub::Traits<int>::TwiddleIn(0x80000000u) == 0);
  CHECK(cub::Traits<int>::TwiddleOut(7) == 0x80000007u);
  CHECK(cub::Traits<unsigned char>::TwiddleIn(7) == 7);
}

TEST_CASE("memory of CUB's caching allocator can be used and is freed") {
  cub::CachingDeviceAllocator allocator(true);
  std::size_t before = 0, after = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&before, &total) == cudaSuccess);
  int* memory = nullptr;
  REQUIRE(allocator.DeviceAllocate(&memory, 64) == cudaSuccess);
  CHECK(cudaMemset(memory, 0, 64) == cudaSuccess);
  CHECK(allocator.DeviceFree(memory) == cudaSuccess);
  REQUIRE(cudaMemGetInfo(&after, &total) == cudaSuccess);
  CHECK(after == before);
}
#endif
