// The checks of the programs on scans must reject what wrong kernels compute: here the kernels are wrong on purpose. And a tile
// must learn the sum of all tiles before it, whatever these have published.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "scan/look_back.cuh"
#include "scan/scan.hpp"
#include "scan/tile.cuh"

namespace {

enum class Fault { none, inclusive, lost_element, late_start };

// One thread, so that only the fault differs from a correct kernel.
__global__ void scan_serially(const int* in, int* out, std::int64_t n, Fault fault) {
  int sum = fault == Fault::late_start ? 1 : 0;
  for (std::int64_t i = 0; i < n; ++i) {
    if (fault == Fault::inclusive) sum += in[i];
    out[i] = sum;
    if (fault != Fault::inclusive && !(fault == Fault::lost_element && i == n / 2)) sum += in[i];
  }
}

bool scan_accepted(std::int64_t n, Fault fault) {
  const scan::Input in(n, 7);
  tutorial::DeviceBuffer<int> d_in(in.values()), d_out(in.values().size());
  scan_serially<<<1, 1>>>(d_in.data(), d_out.data(), n, fault);
  CUDA_CHECK_LAUNCH();
  return in.check_sums(d_out.to_host()).ok;
}

// Of the tiles before `tile`, those from `known` on have published their sum, 1, and the others the sum up to them.
__global__ void look_back_from(scan::State* all_states, std::int64_t tile, std::int64_t known, int* sum) {
  const scan::States states(all_states);
  for (std::int64_t t = threadIdx.x; t < tile; t += blockDim.x) {
    const bool is_up_to = t < known;
    states.publish(t, is_up_to ? scan::sum_up_to_tile : scan::sum_of_tile,
                   is_up_to ? static_cast<int>(t) + 1 : 1);
  }
  __syncthreads();
  const int before = states.look_back(tile);
  if (threadIdx.x == 0) *sum = before;
}

// The sums before each element of a tile of 64 threads, and after the last one the tile's sum.
__global__ void scan_one_tile(const int* in, int* out, std::int64_t n) {
  __shared__ int warp_sums[tutorial::warp_size];
  scan::Tile<2> tile;
  tile.load(in, n);
  const scan::OfBlock block = scan::block_scan(tile.scan_in_warp(), warp_sums);
  tile.add(block.before);
  tile.store(out, n);
  if (threadIdx.x == 0) out[n] = block.total;
}

}  // namespace

TEST_CASE("a scan that is inclusive, lost an element or does not begin at 0 is refused") {
  for (const std::int64_t n : {1, 33, 5003}) {
    CAPTURE(n);
    CHECK(scan_accepted(n, Fault::none));
    CHECK_FALSE(scan_accepted(n, Fault::inclusive));
    CHECK_FALSE(scan_accepted(n, Fault::late_start));
  }
  CHECK_FALSE(scan_accepted(5003, Fault::lost_element));
}

TEST_CASE("a compaction with a wrong count, order or element is refused") {
  const scan::Input in(1009, 7);
  std::vector<int> positive;
  for (const int value : in.values())
    if (value > 0) positive.push_back(value);
  const auto count = static_cast<std::int64_t>(positive.size());
  CHECK(in.check_positive(positive, count).ok);
  CHECK_FALSE(in.check_positive(positive, count - 1).ok);
  std::swap(positive.front(), positive[1]);
  REQUIRE(positive.front() != positive[1]);
  CHECK_FALSE(in.check_positive(positive, count).ok);
}

TEST_CASE("look_back adds the sums of all tiles before, wherever the nearest sum up to a tile is") {
  for (const std::int64_t tile : {0, 1, 31, 32, 33, 100}) {
    for (const std::int64_t known : {0, 1, 30, 64, 99}) {
      if (known > tile) continue;
      CAPTURE(tile);
      CAPTURE(known);
      tutorial::DeviceBuffer<scan::State> d_states(std::vector<scan::State>(scan::States::words(tile)));
      tutorial::DeviceBuffer<int> d_sum(1);
      look_back_from<<<1, 32>>>(d_states.data(), tile, known, d_sum.data());
      CUDA_CHECK_LAUNCH();
      CHECK(d_sum.to_host()[0] == tile);
    }
  }
}

TEST_CASE("a tile that is full, partly filled or empty is scanned, and nothing is written past its end") {
  for (const std::int64_t n : {0, 1, 2, 3, 5, 127, 128, 130, 257, 511, 512}) {
    CAPTURE(n);
    std::vector<int> values;
    for (int i = 0; i < n; ++i) values.push_back(i * i - 50);
    tutorial::DeviceBuffer<int> d_in(values), d_out(static_cast<std::size_t>(n) + 1);
    scan_one_tile<<<1, 64>>>(d_in.data(), d_out.data(), n);
    CUDA_CHECK_LAUNCH();
    const std::vector<int> out = d_out.to_host();
    int sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      CHECK(out[i] == sum);
      sum += values[i];
    }
    CHECK(out.back() == sum);
  }
}

TEST_CASE("share_of_block gives each block whole units, and all blocks together every element") {
  CHECK(scan::share_of_block(0, 4, 256) == 0);
  CHECK(scan::share_of_block(1, 4, 256) == 256);
  CHECK(scan::share_of_block(1025, 4, 256) == 512);
  CHECK(scan::share_of_block(1024, 4, 256) == 256);
}
