// Threads arrive at a barrier and read what others have written, or copied, without waiting for its phase; or they write after they have arrived.
// expect-hazard: race-shared|race-warp write read
// allow-hazard: race-shared write read
// allow-hazard: race-warp write read
// expect-hazard: not-waited-for use copy
// allow-hazard: race-shared use copy
// allow-hazard: race-warp use copy
// expect-hazard: race-shared late other
// expect-exit: 1|3
#include <cooperative_groups.h>
#include <cuda/barrier>

#include "../lens_check.hpp"

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void reverse(int* out) {
  __shared__ Barrier full;
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  if (i == 0) init(&full, blockDim.x);
  __syncthreads();
  tile[i] = static_cast<int>(i);  // @write
  Barrier::arrival_token token = full.arrive();
  out[i] = tile[63 - i];  // @read
  full.wait(static_cast<Barrier::arrival_token&&>(token));
}

__global__ void copy(const int* in, int* out) {
  __shared__ Barrier full;
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  if (i == 0) init(&full, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&tile[i], &in[i], sizeof(int), full);  // @copy
  out[i] = tile[i];                                         // @use
  full.arrive_and_wait();
}

__global__ void late(int* out) {
  __shared__ int tile[64];
  const cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
  const unsigned i = threadIdx.x;
  auto token = block.barrier_arrive();
  tile[i] = static_cast<int>(i);  // @late
  block.barrier_wait(static_cast<decltype(token)&&>(token));
  out[i] = tile[63 - i];  // @other
}

int main() {
  const int n = 64;
  int x[n];
  int *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, sizeof(x)));
  CHECK(cudaMalloc(&d_out, sizeof(x)));
  reverse<<<1, n>>>(d_in);
  copy<<<1, n>>>(d_in, d_out);
  late<<<1, n>>>(d_in);
  CHECK(cudaMemcpy(x, d_out, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  return x[10] == 53 ? 0 : 1;
}
