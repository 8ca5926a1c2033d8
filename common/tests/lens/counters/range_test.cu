// Launches are counted by the range they are in, and counts of watched blocks are scaled up to the whole launch.
#include <nvtx3/nvtx3.hpp>

#include "sim/lens/count/ranges.hpp"
#include "sim/lens/count/recorder.hpp"
#include "tests/lens/counters/counted_runs.hpp"

namespace {

__global__ void each_its_own(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void far_apart(float* out) { out[threadIdx.x * 8] = 1; }

}  // namespace

TEST_CASE("a launch counts for the innermost range, and for none outside of all") {
  cudasim::lens::clear_ranges();
  const Device<float> out;
  each_its_own<<<1, 32>>>(out);
  {
    const nvtx3::scoped_range outer("outer");
    each_its_own<<<2, 32>>>(out);
    {
      const nvtx3::scoped_range inner("inner");
      far_apart<<<1, 32>>>(out);
    }
    each_its_own<<<2, 32>>>(out);
  }
  const auto ranges = cudasim::lens::ranges();
  REQUIRE(ranges.size() == 2);
  CHECK(ranges[0].name == "outer");
  REQUIRE(ranges[0].kernels.size() == 1);
  CHECK(ranges[0].kernels[0].launches == 2);
  CHECK(ranges[0].kernels[0].blocks == 4);
  REQUIRE(ranges[0].kernels[0].accesses.size() == 1);
  CHECK(ranges[0].kernels[0].accesses[0].sums.sectors == 16);
  CHECK(ranges[1].name == "inner");
  REQUIRE(ranges[1].kernels.size() == 1);
  CHECK(ranges[1].kernels[0].accesses[0].sums.sectors == 32);
}

TEST_CASE("in a large grid all blocks are counted, though few are watched; a repeated range is two") {
  cudasim::lens::clear_ranges();
  const Device<float> out;
  for (int i = 0; i < 2; ++i) {
    const nvtx3::scoped_range range("large");
    far_apart<<<100'000, 32>>>(out);
  }
  const auto ranges = cudasim::lens::ranges();
  REQUIRE(ranges.size() == 2);
  const auto& kernel = ranges[1].kernels.at(0);
  CHECK(kernel.watched_blocks < 100'000);
  CHECK(kernel.blocks == 100'000);
  CHECK(kernel.accesses.at(0).sums.sectors == 3'200'000);
}

TEST_CASE("unwatched blocks are extrapolated once, not per worker, to avoid rounding") {
  cudasim::lens::clear_ranges();
  cudasim::lens::Recorder one;
  cudasim::lens::Recorder other;
  one.blocks = other.blocks = 1;
  one.barriers = other.barriers = 1;
  const nvtx3::scoped_range range("halves");
  cudasim::lens::add_to_range("kernel", {.blocks = 3, .threads = 96, .shared_bytes = 0}, {&one, &other});
  CHECK(cudasim::lens::ranges().at(0).kernels.at(0).barriers == 3);
}
