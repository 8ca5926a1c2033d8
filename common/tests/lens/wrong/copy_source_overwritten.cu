// Asynchronous copies to shared memory whose source is overwritten while they are in flight: by the thread itself, by another one after a
// barrier, by one that waits for its own copy only, and of a variable.
// expect-hazard: not-waited-for own start
// expect-hazard: not-waited-for others early
// expect-hazard: race-global|race-warp unordered middle
// allow-hazard: not-waited-for unordered middle
// expect-hazard: not-waited-for variable stage
// expect-words: the asynchronous copy from there
// expect-exit: 3
#include <cuda/pipeline>

#include "../lens_check.hpp"

__device__ int numbers[64];

__global__ void own_source(int* x) {
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &x[i], sizeof(int));  // @start
  __pipeline_commit();
  x[i] = 64 - static_cast<int>(i);  // @own
  __pipeline_wait_prior(0);
  x[i] += tile[i];
}

__global__ void before_the_wait(int* x) {
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &x[i], sizeof(int));  // @early
  __pipeline_commit();
  __syncthreads();
  x[63 - i] = 1;  // @others
  __syncthreads();
  __pipeline_wait_prior(0);
  x[i] += tile[i];
}

__global__ void after_its_own_wait(int* x) {
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &x[i], sizeof(int));  // @middle
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  x[63 - i] = 1;  // @unordered
}

__global__ void of_a_variable(int* x) {
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[i], &numbers[i], sizeof(int), pipe);  // @stage
  pipe.producer_commit();
  numbers[i] = 2;  // @variable
  pipe.consumer_wait();
  x[i] += tile[i];
  pipe.consumer_release();
}

int main() {
  const int n = 64;
  int x[n];
  for (int i = 0; i < n; ++i) x[i] = i;
  int* d_x;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  own_source<<<1, n>>>(d_x);
  before_the_wait<<<1, n>>>(d_x);
  after_its_own_wait<<<1, n>>>(d_x);
  of_a_variable<<<1, n>>>(d_x);
  CHECK(cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  return x[10] == 1 ? 0 : 1;
}
