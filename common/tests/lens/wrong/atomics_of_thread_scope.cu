// The warps of a block add to one word by an atomic_ref of thread scope: to the other threads that is a load and a store.
// expect-hazard: race-shared add
// expect-words: with thread scope for its own thread
// expect-exit: 3
#include <cuda/atomic>

#include "../lens_check.hpp"

__global__ void count_warps(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_thread> own(sum);
  if (threadIdx.x % 32 == 0) own.fetch_add(1, cuda::memory_order_relaxed);  // @add
  __syncthreads();
  if (threadIdx.x == 0) *out = sum;
}

int main() {
  int out = 0;
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(int)));
  count_warps<<<1, 128>>>(d_out);
  CHECK(cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out == 4 ? 0 : 1;
}
