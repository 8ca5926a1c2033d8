// What is counted only in a submission: work that is drawn from a counter in global memory, arrivals at a cuda::barrier.
#include <cuda/barrier>

#include "sim/lens/guest.hpp"
#include "tests/lens/counters/counted_runs.hpp"

namespace {

constexpr unsigned blocks = 8;

/// While it lives, launches are those of a submission.
struct GuestIn {
  GuestIn() {
    cudasim::lens::guest_enters(static_cast<const char*>(__builtin_frame_address(0)), {nullptr, nullptr},
                                {nullptr, nullptr}, {});
  }
  ~GuestIn() { cudasim::lens::guest_leaves(); }
};

__global__ void draw(unsigned* counter, unsigned pieces, unsigned* drawn) {
  __shared__ unsigned piece;
  unsigned number = 0;
  for (;;) {
    if (threadIdx.x == 0) piece = atomicAdd(counter, 1u);
    __syncthreads();
    if (piece >= pieces) break;
    ++number;
    __syncthreads();
  }
  drawn[blockIdx.x] = number;
}

__global__ void count_progress(const float* in, float* out, unsigned n, unsigned* progress) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (threadIdx.x % 32 == 0) atomicAdd(progress, 1u);
    out[i] = in[i] + 1;
  }
}

__global__ void meet(float* out) {
  __shared__ float values[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  values[threadIdx.x] = static_cast<float>(threadIdx.x);
  barrier.arrive_and_wait();
  out[threadIdx.x] = values[63 - threadIdx.x];
}

}  // namespace

TEST_CASE("blocks of a submission that draw pieces from a counter share them") {
  const Device<unsigned> counter, drawn;
  {
    const GuestIn guest;
    draw<<<blocks, 64>>>(counter, 5 * blocks, drawn);
  }
  for (unsigned block = 0; block < blocks; ++block)
    CHECK(drawn.at(block) < 8);  // 5, or more if an OS thread was late
}

TEST_CASE("a lane that adds to a counter in each iteration loads and stores with the other lanes") {
  constexpr unsigned n = 4096;
  const Device<float> in, out;
  const Device<unsigned> progress;
  {
    const GuestIn guest;
    count_progress<<<blocks, 64>>>(in, out, n, progress);
  }
  CHECK(progress.at(0) == n / 32);
  CHECK(global_loads("count_progress").requests == n / 32);
  CHECK(global_stores("count_progress").requests == n / 32);
}

TEST_CASE("one arrival of each thread at a barrier is no atomic operation, in a later launch either") {
  const Device<float> out;
  {
    const GuestIn guest;
    for (int launch = 0; launch < 2; ++launch) meet<<<1, 64>>>(out);
  }
  CHECK(sums_of("meet", Space::shared, Op::atomic).requests == 0);
}
