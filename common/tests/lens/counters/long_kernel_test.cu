// A long kernel: its requests are counted to the end, and hazards are searched for at its beginning.
#include <cstdlib>
#include <string>

#include "sim/lens/report/hazards.hpp"
#include "tests/lens/counters/counted_runs.hpp"

namespace {

constexpr int racing_line = 17;
constexpr int rounds = 10, reads = 100, checked = 1000;
constexpr std::uint64_t accesses = std::uint64_t{32} * rounds * reads;

/// Lanes race at the beginning and at the end. An atomic operation reads what is written at the end and was never read before.
__global__ void reads_for_long(const int* in, int* out, int* racing, unsigned* count) {
  __shared__ unsigned votes[32];
  racing[0] = static_cast<int>(threadIdx.x);
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < reads; ++i) sum += in[i];
    __syncwarp();
  }
  out[threadIdx.x] = sum;
  racing[1] = static_cast<int>(threadIdx.x);
  votes[threadIdx.x] = 0;
  count[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&votes[threadIdx.x], 1u);
  atomicAdd(&count[threadIdx.x], 1u);
}

}  // namespace

TEST_CASE(
    "a long kernel is counted to its end, and what was not checked is told and not taken for a hazard") {
  const Device<int> in, out, racing;
  unsigned* count = nullptr;  // never written before
  REQUIRE(cudaMalloc(&count, 32 * sizeof *count) == cudaSuccess);
  REQUIRE(cudaMemset(in, 1, reads * sizeof(int)) == cudaSuccess);
  cudasim::lens::clear_hazards();
  setenv("LENS_CHECKS", std::to_string(checked).c_str(), 1);
  reads_for_long<<<1, 32>>>(in, out, racing, count);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  unsetenv("LENS_CHECKS");
  const auto kernel = results_of("reads_for_long");
  CHECK(global_loads("reads_for_long").requests == std::uint64_t{rounds} * reads);
  CHECK(kernel.dropped_accesses == 0);
  CHECK(kernel.unchecked_accesses == accesses + 5 * 32 - checked);
  const auto hazards = cudasim::lens::hazards();
  REQUIRE(hazards.size() == 1);
  CHECK(hazards[0].kind == "race-warp");
  CHECK(hazards[0].first.line == racing_line);
  cudasim::lens::clear_hazards();
  REQUIRE(cudaFree(count) == cudaSuccess);
}
