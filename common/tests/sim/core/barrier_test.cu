// Barriers of a block: what they do, and what is said when they diverge.
#include <doctest/doctest.h>

#include "tests/sim/core/core_helpers.hpp"

namespace {

__global__ void sum_in_steps(const int* in, int* out) {
  __shared__ int values[1024];
  values[threadIdx.x] = in[threadIdx.x];
  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    __syncthreads();
    const int other = threadIdx.x >= distance ? values[threadIdx.x - distance] : 0;
    __syncthreads();
    values[threadIdx.x] += other;
  }
  out[threadIdx.x] = values[threadIdx.x];
}

__global__ void vote(int* out) {
  const int odd = threadIdx.x % 2;
  const int counted = __syncthreads_count(odd);
  const int all = __syncthreads_and(odd), all_true = __syncthreads_and(1);
  const int any = __syncthreads_or(odd), none = __syncthreads_or(0);
  if (threadIdx.x == 40) {
    out[0] = counted;
    out[1] = all;
    out[2] = all_true;
    out[3] = any;
    out[4] = none;
  }
}

__global__ void some_leave_early(int* out) {
  if (threadIdx.x >= 10) return;
  __syncthreads();
  atomicAdd(out, 1);
}

__global__ void diverge() {
  if (threadIdx.x < 16)
    __syncthreads();
  else if (threadIdx.x < 40)
    __syncthreads();
}

__global__ void one_comes_twice() {
  __syncthreads();
  if (threadIdx.x == 5) __syncthreads();
}

__global__ void different_kinds() {
  // On one line, so that only the operation differs.
  threadIdx.x < 32 ? __syncthreads() : static_cast<void>(__syncthreads_count(1));
}

/// All have begun when one of them, neither the first of its warp nor the last, goes to another barrier than the others.
__global__ void one_goes_elsewhere() {
  __syncthreads();
  if (threadIdx.x == 5)
    __syncthreads();
  else
    __syncthreads();
}

}  // namespace

TEST_CASE("data written before a barrier are visible after it") {
  for (const unsigned size : {1u, 31u, 32u, 33u, 257u, 1024u}) {
    Managed<int> in(size), out(size);
    for (unsigned i = 0; i < size; ++i) in[i] = static_cast<int>(i * i % 17);
    sum_in_steps<<<1, size>>>(in.get(), out.get());
    int sum = 0, wrong = 0;
    for (unsigned i = 0; i < size; ++i) wrong += out[i] != (sum += in[i]);
    CHECK(wrong == 0);
  }
}

TEST_CASE("the answer does not depend on the order of warps and lanes") {
  for (const char* seed : {"12", "-12"}) {
    const Environment chosen("CUDASIM_SEED", seed);
    Managed<int> in(1024, 1), out(1024);
    sum_in_steps<<<1, 1024>>>(in.get(), out.get());
    for (int i = 0; i < 1024; ++i) CHECK(out[i] == i + 1);
  }
}

TEST_CASE("barriers count and combine predicates") {
  Managed<int> out(5, -1);
  vote<<<1, 65>>>(out.get());
  CHECK(out[0] == 32);
  CHECK(out[1] == 0);
  CHECK(out[2] == 1);
  CHECK(out[3] == 1);
  CHECK(out[4] == 0);
}

TEST_CASE("threads may leave before a barrier, and strict mode tells") {
  Managed<int> out(1);
  CHECK(standard_error_of([&] { some_leave_early<<<1, 64>>>(out.get()); }).empty());
  CHECK(out[0] == 10);
  const Environment strict("CUDASIM_STRICT", "1");
  const std::string text = standard_error_of([&] { some_leave_early<<<1, 64>>>(out.get()); });
  CHECK(contains(text, "threads 10-63 had ended when the others met at __syncthreads"));
  CHECK(take_error() == cudaSuccess);
}

TEST_CASE("a divergent barrier names both lines and the threads that wait there") {
  const std::string text = standard_error_of([] { diverge<<<1, 64>>>(); });
  CHECK(take_error() == cudaErrorLaunchFailure);
  CHECK(contains(text, "kernel diverge, block (0,0,0): divergent barrier"));
  CHECK(contains(text, "threads 0-15 wait at __syncthreads, "));
  CHECK(contains(text, "threads 16-39 wait at __syncthreads, "));
  CHECK(contains(text, "barrier_test.cu:42"));
  CHECK(contains(text, "barrier_test.cu:44"));
  CHECK(contains(text, "threads 40-63 have ended"));
}

TEST_CASE("one thread at another barrier is distinguished from those that arrive in a few steps") {
  const std::string text = standard_error_of([] { one_goes_elsewhere<<<1, 64>>>(); });
  CHECK(take_error() == cudaErrorLaunchFailure);
  CHECK(contains(text, "kernel one_goes_elsewhere, block (0,0,0): divergent barrier"));
}

TEST_CASE("a thread that waits alone while others have exited continues") {
  one_comes_twice<<<1, 64>>>();
  CHECK(take_error() == cudaSuccess);
}

TEST_CASE("different kinds of barriers do not match") {
  const std::string text = standard_error_of([] { different_kinds<<<1, 64>>>(); });
  CHECK(take_error() == cudaErrorLaunchFailure);
  CHECK(contains(text, "threads 32-63 wait at __syncthreads_count"));
}

TEST_CASE("after a failed launch nothing runs until the device is reset") {
  Managed<int> out(1);
  standard_error_of([] { diverge<<<1, 64>>>(); });
  some_leave_early<<<1, 32>>>(out.get());
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(take_error() == cudaErrorLaunchFailure);
  Managed<int> after(1);
  some_leave_early<<<1, 32>>>(after.get());
  CHECK(take_error() == cudaSuccess);
  CHECK(after[0] == 10);
}
