#include <doctest/doctest.h>

#include <cuda/atomic>
#include <vector>

#include "sim/runtime/shared_arena.hpp"
#include "tests/sim/core/core_helpers.hpp"

namespace {

__global__ void warp_waits_for_warp(volatile int* ready, int* seen) {
  if (threadIdx.x < 32) {
    while (ready[0] == 0)
      ;
    seen[threadIdx.x] = ready[0];
  } else if (threadIdx.x == 63) {
    ready[0] = 7;
  }
}

__global__ void wait_with_a_body(volatile int* ready, int* rounds) {
  if (threadIdx.x == 0) {
    while (*ready == 0) {
      ++*rounds;
    }
  }
  if (threadIdx.x == 40) *ready = 1;
}

/// A barrier of the grid as people write it by hand.
__global__ void grid_barrier_by_hand(unsigned* arrived, int* before, int* after) {
  if (threadIdx.x == 0) {
    before[blockIdx.x] = 1;
    __threadfence();
    atomicAdd(arrived, 1u);
    while (*(volatile unsigned*)arrived < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += before[b];
    after[blockIdx.x] = sum;
  }
}

/// Every block waits for the next one, which has not begun in a simulator that runs one after the other.
__global__ void wait_for_the_next_block(int* done) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x + 1 < gridDim.x)
    while (atomicAdd(&done[blockIdx.x + 1], 0) == 0) {
    }
  atomicExch(&done[blockIdx.x], 1);
}

/// The first block looks at a word that the last one writes; its other threads wait at a barrier.
__global__ void wait_by_atomic_loads(unsigned* ready) {
  if (blockIdx.x + 1 == gridDim.x) {
    if (threadIdx.x == 0) cuda::atomic_ref<unsigned>(*ready).store(1, cuda::memory_order_relaxed);
    return;
  }
  if (threadIdx.x == 0 && blockIdx.x == 0)
    while (cuda::atomic_ref<unsigned>(*ready).load(cuda::memory_order_relaxed) == 0) {
    }
  __syncthreads();
}

__global__ void add_under_a_lock(int* lock, int* total, int times) {
  for (int i = 0; i < times; ++i) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *total += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

__global__ void wait_for_the_host(const volatile int* flag, int* seen) {
  while (*flag == 0) {
  }
  seen[blockIdx.x * blockDim.x + threadIdx.x] = *flag;
}

}  // namespace

TEST_CASE("a warp waits for a volatile word that another warp writes") {
  Managed<int> ready(1), seen(32);
  warp_waits_for_warp<<<1, 64>>>(ready.get(), seen.get());
  CHECK(seen[31] == 7);
  Managed<int> flag(1), rounds(1);
  wait_with_a_body<<<1, 64>>>(flag.get(), rounds.get());
  CHECK(rounds[0] > 0);
}

TEST_CASE("blocks wait for each other in an ordinary launch") {
  for (const unsigned blocks : {2u, 64u, 200u}) {
    CAPTURE(blocks);
    Managed<unsigned> arrived(1);
    Managed<int> before(blocks), after(blocks), done(blocks);
    grid_barrier_by_hand<<<blocks, 64>>>(arrived.get(), before.get(), after.get());
    for (unsigned b = 0; b < blocks; ++b) CHECK(after[b] == static_cast<int>(blocks));
    wait_for_the_next_block<<<blocks, 32>>>(done.get());
    CHECK(done[0] == 1);
  }
}

TEST_CASE("a block that waits by atomic loads lets the block run that it waits for") {
  Managed<unsigned> ready(1);
  ready[0] = 0;
  wait_by_atomic_loads<<<64, 64>>>(ready.get());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("if no resources are left to start a block, the blocks set aside continue") {
  std::vector<char*> taken;
  while (char* arena = cudasim::take_arena_if_any()) taken.push_back(arena);
  REQUIRE(taken.size() > 512);  // what a device of 16 SMs holds at once
  Managed<int> lock(1), total(1);
  add_under_a_lock<<<64, 32>>>(lock.get(), total.get(), 100);
  CHECK(total[0] == 64 * 32 * 100);
  for (char* arena : taken) cudasim::give_back_arena(arena);
}

TEST_CASE("all threads acquire one lock") {
  Managed<int> lock(1), total(1);
  add_under_a_lock<<<4, 256>>>(lock.get(), total.get(), 100);
  CHECK(total[0] == 4 * 256 * 100);
}

TEST_CASE("a launch goes on while its kernel waits for a copy in another stream") {
  int *flag, *seen, one = 1;
  cudaStream_t waits, tells;
  cudaEvent_t before, after;
  const unsigned blocks = 40, threads = 256;  // more than one OS thread runs
  REQUIRE(cudaMalloc(&flag, sizeof(int)) == cudaSuccess);
  REQUIRE(cudaMalloc(&seen, blocks * threads * sizeof(int)) == cudaSuccess);
  REQUIRE(cudaMemset(flag, 0, sizeof(int)) == cudaSuccess);
  for (cudaStream_t* each : {&waits, &tells})
    REQUIRE(cudaStreamCreateWithFlags(each, cudaStreamNonBlocking) == cudaSuccess);
  for (cudaEvent_t* each : {&before, &after}) REQUIRE(cudaEventCreate(each) == cudaSuccess);
  CHECK(cudaEventRecord(before, waits) == cudaSuccess);
  wait_for_the_host<<<blocks, threads, 0, waits>>>(flag, seen);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaEventRecord(after, waits) == cudaSuccess);
  CHECK(cudaStreamQuery(waits) == cudaErrorNotReady);
  CHECK(cudaEventQuery(after) == cudaErrorNotReady);
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, before, after) == cudaErrorNotReady);
  CHECK(cudaEventQuery(before) == cudaSuccess);
  CHECK(cudaStreamQuery(tells) == cudaSuccess);
  int* other = nullptr;  // other calls do not wait
  CHECK(cudaMalloc(&other, sizeof(int)) == cudaSuccess);
  CHECK(cudaMemcpyAsync(flag, &one, sizeof one, cudaMemcpyHostToDevice, tells) == cudaSuccess);
  CHECK(cudaStreamSynchronize(tells) == cudaSuccess);
  std::vector<int> host(blocks * threads);
  CHECK(cudaMemcpyAsync(host.data(), seen, host.size() * sizeof(int), cudaMemcpyDeviceToHost, waits) ==
        cudaSuccess);
  CHECK(cudaStreamSynchronize(waits) == cudaSuccess);
  CHECK(host == std::vector<int>(host.size(), 1));
  CHECK(cudaEventQuery(after) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&milliseconds, before, after) == cudaSuccess);
  CHECK(milliseconds > 0);
  for (int* each : {flag, seen, other}) CHECK(cudaFree(each) == cudaSuccess);
  for (cudaStream_t each : {waits, tells}) CHECK(cudaStreamDestroy(each) == cudaSuccess);
  for (cudaEvent_t each : {before, after}) CHECK(cudaEventDestroy(each) == cudaSuccess);
}

TEST_CASE("a launch that goes on ends before the next launch") {
  int *flag, *seen;
  REQUIRE(cudaMallocHost(&flag, sizeof(int)) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&seen, 32 * sizeof(int)) == cudaSuccess);
  *flag = 0;
  wait_for_the_host<<<1, 32>>>(flag, seen);
  CHECK(cudaStreamQuery(nullptr) == cudaErrorNotReady);
  *static_cast<volatile int*>(flag) = 5;
  wait_for_the_host<<<1, 1>>>(flag, seen);
  CHECK(cudaGetLastError() == cudaErrorNotReady);  // the query's
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(seen[31] == 5);
  CHECK(cudaFreeHost(flag) == cudaSuccess);
  CHECK(cudaFree(seen) == cudaSuccess);
}
