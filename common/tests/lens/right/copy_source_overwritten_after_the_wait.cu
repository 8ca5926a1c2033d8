// Asynchronous copies to shared memory whose source is overwritten once they have been waited for: by the thread itself, by others after a
// barrier, through a cuda::barrier and a block's pipeline. A copy that clears its rest does not read it.
// expect-exit: 0
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#include "../lens_check.hpp"

__global__ void turn(int* x) {
  __shared__ int tile[64], next[64];
  const unsigned i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &x[i], sizeof(int));
  __pipeline_commit();
  __pipeline_memcpy_async(&next[i], &x[64 + i], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(1);
  x[i] = tile[i];  // its own source; the other copy is in flight
  __pipeline_wait_prior(0);
  __syncthreads();
  x[64 + i] = next[63 - i];
}

__global__ void turn_by_barrier(int* x) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  if (i == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&tile[i], &x[i], sizeof(int), bar);
  bar.arrive_and_wait();
  x[i] = tile[63 - i];
}

__global__ void turn_by_pipeline(int* x) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int tile[2][64];
  const auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const unsigned i = threadIdx.x;
  for (unsigned k = 0; k < 2; ++k) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile[k], x + 64 * k, sizeof(tile[k]), pipe);
    pipe.producer_commit();
  }
  for (unsigned k = 0; k < 2; ++k) {
    pipe.consumer_wait();
    x[64 * k + i] = tile[k][63 - i];
    pipe.consumer_release();
  }
}

__global__ void clear(int* x) {
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &x[i], sizeof(int), sizeof(int));
  __pipeline_commit();
  x[i] += 1;
  __pipeline_wait_prior(0);
  x[i] += tile[i];
}

int main() {
  const int n = 128;
  int x[n];
  for (int i = 0; i < n; ++i) x[i] = i;
  int* d_x;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  turn<<<1, n / 2>>>(d_x);
  turn_by_barrier<<<1, n / 2>>>(d_x);
  turn_by_pipeline<<<1, n / 2>>>(d_x);
  clear<<<1, n / 2>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  return x[3] == 4 && x[64 + 3] == 64 + 3 ? 0 : 1;
}
