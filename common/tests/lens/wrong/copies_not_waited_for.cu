// Asynchronous copies to shared memory: one without a wait, one wait that leaves a group too many in flight, a thread that waits
// after the barrier before which the others read, and a stage of a pipeline that is used before the wait.
// expect-hazard: not-waited-for own start
// expect-hazard: not-waited-for newest next
// expect-hazard: not-waited-for others late
// allow-hazard: race-shared others late
// allow-hazard: reuse-without-barrier others late
// expect-hazard: not-waited-for early stage
// expect-exit: 3
#include <cuda/pipeline>

#include "../lens_check.hpp"

__global__ void never(const int* in, int* out) {
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &in[i], sizeof(int));  // @start
  __pipeline_commit();
  out[i] = tile[i];  // @own
}

__global__ void one_too_many(const int* in, int* out) {
  __shared__ int tile[2][64];
  const unsigned i = threadIdx.x;
  __pipeline_memcpy_async(&tile[0][i], &in[i], sizeof(int));
  __pipeline_commit();
  __pipeline_memcpy_async(&tile[1][i], &in[i], sizeof(int));  // @next
  __pipeline_commit();
  __pipeline_wait_prior(1);
  out[i] += tile[0][i] + tile[1][i];  // @newest
}

__global__ void too_late(const int* in, int* out) {
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &in[i], sizeof(int));  // @late
  __pipeline_commit();
  __syncthreads();
  out[i] += tile[63 - i];  // @others
  __pipeline_wait_prior(0);
}

__global__ void stages(const int* in, int* out) {
  __shared__ int tile[64];
  const unsigned i = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[i], &in[i], sizeof(int), pipe);  // @stage
  pipe.producer_commit();
  const int seen = tile[i];  // @early
  pipe.consumer_wait();
  out[i] += seen;
  pipe.consumer_release();
}

int main() {
  const int n = 64;
  int x[n];
  for (int i = 0; i < n; ++i) x[i] = i;
  int *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, sizeof(x)));
  CHECK(cudaMalloc(&d_out, sizeof(x)));
  CHECK(cudaMemcpy(d_in, x, sizeof(x), cudaMemcpyHostToDevice));
  never<<<1, n>>>(d_in, d_out);
  one_too_many<<<1, n>>>(d_in, d_out);
  too_late<<<1, n>>>(d_in, d_out);
  stages<<<1, n>>>(d_in, d_out);
  CHECK(cudaMemcpy(x, d_out, sizeof(x), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  return x[10] == 40 + 53 ? 0 : 1;
}
