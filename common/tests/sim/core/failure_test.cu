// Kernels that end themselves: the launch fails, the process goes on.
#include <doctest/doctest.h>

#include <cassert>

#include "tests/sim/core/core_helpers.hpp"

namespace {

__global__ void assert_small(int limit) { assert(static_cast<int>(threadIdx.x) < limit); }

__global__ void trap_in_second_block() {
  if (blockIdx.x == 1 && threadIdx.x == 2) __trap();
}

__global__ void deep(int* out) {
  __syncthreads();
  out[threadIdx.x] = 1;
}

}  // namespace

TEST_CASE("a failed assertion prints CUDA's line and gives cudaErrorAssert") {
  assert_small<<<1, 8>>>(8);
  CHECK(take_error() == cudaSuccess);
  const std::string text = standard_error_of([] { assert_small<<<2, 8>>>(3); });
  CHECK(take_error() == cudaErrorAssert);
  CHECK(contains(text, "failure_test.cu:10: "));
  CHECK(contains(text, "block: [0,0,0], thread: [3,0,0] Assertion `"));
  CHECK(contains(text, "` failed."));
}

TEST_CASE("a trap names the thread") {
  const std::string text = standard_error_of([] { trap_in_second_block<<<2, 8>>>(); });
  CHECK(take_error() == cudaErrorLaunchFailure);
  CHECK(contains(text, "kernel trap_in_second_block, block (1,0,0), thread (2,0,0)"));
  CHECK(contains(text, "failure_test.cu:13"));
}

TEST_CASE("the same report is printed once") {
  const std::string text = standard_error_of([] {
    for (int i = 0; i < 5; ++i) {
      trap_in_second_block<<<2, 3>>>();
      take_error();
    }
  });
  CHECK(text.find("trap_in_second_block") == text.rfind("trap_in_second_block"));
  CHECK(contains(text, "the same again"));
}

TEST_CASE("the fibres of a failed launch can be used again") {
  for (int i = 0; i < 50; ++i) {
    standard_error_of([] { trap_in_second_block<<<2, 1024>>>(); });
    take_error();
  }
  Managed<int> out(1024);
  deep<<<1, 1024>>>(out.get());
  for (int value : out) REQUIRE(value == 1);
}
