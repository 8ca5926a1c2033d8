// Threads of a warp that begin one after the other on one stack: each keeps its identity, and queries give which have ended and which runs.
#include <doctest/doctest.h>

#include "tests/sim/core/core_helpers.hpp"

namespace {

__device__ int linear_thread() {
  return static_cast<int>((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
}

__global__ void note_index(int* out) {
  if (threadIdx.x % 3 == 1) return;
  out[linear_thread()] = static_cast<int>(threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z);
}

__global__ void middle_waits(int* out) {
  if (threadIdx.x < 10) return;
  if (threadIdx.x > 20) return;
  out[threadIdx.x] = __syncthreads_count(1);
}

__global__ void later_lanes_vote(unsigned* out) {
  if (threadIdx.x < 5) return;
  out[threadIdx.x] = __ballot_sync(0xffffffffu, threadIdx.x % 2);
}

__global__ void one_waits_twice(int* out) {
  __shared__ int value;
  if (threadIdx.x == 7) value = 42;
  if (threadIdx.x >= 7) {
    __syncthreads();
    __syncthreads();
  }
  if (threadIdx.x == 40) out[0] = value;
}

__global__ void ends_by_trap() {
  if (threadIdx.y == 1 && threadIdx.x == 3) __trap();
}

__global__ void asserts() { assert(threadIdx.x != 29); }

}  // namespace

TEST_CASE("each thread of a block has its own index, whatever the block's shape") {
  for (const dim3 shape : {dim3(7, 5, 2), dim3(33), dim3(1, 40), dim3(64, 2), dim3(32, 1, 2), dim3(1)}) {
    Managed<int> out(shape.x * shape.y * shape.z, -1);
    note_index<<<1, shape>>>(out.get());
    int i = 0, wrong = 0;
    for (unsigned z = 0; z < shape.z; ++z)
      for (unsigned y = 0; y < shape.y; ++y)
        for (unsigned x = 0; x < shape.x; ++x, ++i)
          wrong += out[i] != (x % 3 == 1 ? -1 : static_cast<int>(x + 100 * y + 10000 * z));
    CHECK(wrong == 0);
  }
}

TEST_CASE("threads that exited before the first one waits are not waited for, in any order of warps") {
  for (const char* seed : {"0", "5", "-5"}) {
    const Environment order("CUDASIM_SEED", seed);
    Managed<int> out(64, -1);
    middle_waits<<<1, 64>>>(out.get());
    CHECK(take_error() == cudaSuccess);
    for (int i = 0; i < 64; ++i) CHECK(out[i] == (i >= 10 && i <= 20 ? 11 : -1));
  }
}

TEST_CASE("strict mode reports threads that exited early") {
  const Environment strict("CUDASIM_STRICT", "1");
  Managed<int> out(64, -1);
  const std::string text = standard_error_of([&] { middle_waits<<<1, 64>>>(out.get()); });
  CHECK(contains(text, "threads 0-9, 21-63 had ended when the others met"));
}

TEST_CASE("lanes that have exited take no part in a warp operation") {
  Managed<unsigned> out(32, 0u);
  later_lanes_vote<<<1, 32>>>(out.get());
  CHECK(take_error() == cudaSuccess);
  for (int i = 0; i < 32; ++i) CHECK(out[i] == (i < 5 ? 0u : 0xaaaaaaa0u));
}

TEST_CASE("after a block whose threads exited early, the next block starts with all threads") {
  Managed<int> out(1, 0);
  one_waits_twice<<<300, 70>>>(out.get());
  CHECK(take_error() == cudaSuccess);
  CHECK(out[0] == 42);
}

TEST_CASE("a failure is attributed to the thread that causes it") {
  const std::string trap = standard_error_of([] { ends_by_trap<<<1, dim3(8, 4)>>>(); });
  CHECK(take_error() == cudaErrorLaunchFailure);
  CHECK(contains(trap, "thread (3,1,0)"));
  const std::string assertion = standard_error_of([] { asserts<<<1, 64>>>(); });
  CHECK(take_error() == cudaErrorAssert);
  CHECK(contains(assertion, "thread: [29,0,0]"));
}
