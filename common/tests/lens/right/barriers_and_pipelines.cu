// Barriers that threads arrive at and wait for apart, copies that they or a pipeline's stages wait for, threads that drop out, and an atomic
// that one block waits for.
// expect-exit: 0
#include <cooperative_groups.h>

#include <cuda/pipeline>

#include "../lens_check.hpp"

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
static_assert(sizeof(Barrier) == 8);

__global__ void phases(const int* in, int* out) {
  __shared__ Barrier full;
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  if (i == 0) init(&full, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(cg::this_thread_block(), tile, in, cuda::aligned_size_t<16>(sizeof(tile)), full);
  auto token = full.arrive();
  int sum = static_cast<int>(i);
  full.wait(static_cast<Barrier::arrival_token&&>(token));
  sum += tile[63 - i];
  full.arrive_and_wait();
  tile[i] = 2 * sum;
  if (i >= 32) {
    full.arrive_and_drop();
    return;
  }
  static_cast<void>(full.arrive());
  full.wait_parity(false);
  out[i] = tile[63 - i];
  full.arrive_and_wait();
  out[i + 32] = tile[i];
}

// Half of the block copies, half adds up: two stages of a pipeline, four parts.
__global__ void by_roles(const int* in, int* out) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int stage[2][32];
  auto block = cg::this_thread_block();
  const unsigned lane = threadIdx.x % 32;
  const bool produces = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(block, &state,
                                  produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  int sum = 0;
  for (unsigned part = 0; part < 4; ++part) {
    if (produces) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stage[part % 2][lane], &in[part * 32 + lane], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += stage[part % 2][31 - lane];
      pipe.consumer_release();
    }
  }
  if (!produces) out[lane] = sum;
}

// All fill and use two stages, with the copies of the next one in flight.
__global__ void ahead(const int* in, int* out) {
  __shared__ int stage[2][64];
  const unsigned i = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  int sum = 0;
  for (unsigned part = 0; part < 3; ++part) {
    if (part < 2) {
      cuda::memcpy_async(&stage[part][i], &in[part * 64 + i], sizeof(int), pipe);
      pipe.producer_commit();
    }
    if (part == 0) continue;
    pipe.consumer_wait();
    __syncthreads();
    sum += stage[part - 1][63 - i];
    pipe.consumer_release();
  }
  out[i] = sum;
}

__device__ cuda::atomic<int, cuda::thread_scope_device> ready(0);

__global__ void wait_for_the_other(int* data, int* out) {
  if (blockIdx.x == 1) {
    *data = 7;
    ready.store(1, cuda::memory_order_release);
    ready.notify_all();
  } else {
    ready.wait(0, cuda::memory_order_acquire);
    *out = *data;
  }
}

int main() {
  int x[128], y[64], z[32], w[64], seen;
  for (int i = 0; i < 128; ++i) x[i] = i * i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_y, sizeof(y)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  phases<<<1, 64>>>(d_x, d_y);
  CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
  by_roles<<<1, 64>>>(d_x, d_y);
  CHECK(cudaMemcpy(z, d_y, sizeof(z), cudaMemcpyDeviceToHost));
  ahead<<<1, 64>>>(d_x, d_y);
  CHECK(cudaMemcpy(w, d_y, sizeof(w), cudaMemcpyDeviceToHost));
  wait_for_the_other<<<2, 1>>>(d_x, d_y);
  CHECK(cudaMemcpy(&seen, d_y, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = seen == 7;
  for (int i = 0; i < 32; ++i) {
    right = right && y[i] == 2 * (63 - i + x[i]) && y[i + 32] == 2 * (i + x[63 - i]);
    right = right && z[i] == x[31 - i] + x[63 - i] + x[95 - i] + x[127 - i];
    right = right && w[i] == x[63 - i] + x[127 - i];
  }
  return right ? 0 : 1;
}
