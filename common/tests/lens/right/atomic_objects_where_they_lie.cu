// Atomic objects in shared memory, in device memory that was only cleared, and in an array: each is no more than its value.
// expect-exit: 0
#include <cuda/atomic>

#include "../lens_check.hpp"

using InBlock = cuda::atomic<int, cuda::thread_scope_block>;
using OnDevice = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void count(OnDevice* bins, int* total) {
  __shared__ InBlock here;
  if (threadIdx.x == 0) here.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  here.fetch_add(1, cuda::memory_order_relaxed);
  bins[threadIdx.x % 4].fetch_add(1, cuda::memory_order_relaxed);
  __syncthreads();
  total[blockIdx.x * blockDim.x + threadIdx.x] = here.load(cuda::memory_order_relaxed);
}

int main() {
  const int blocks = 3, threads = 64;
  int bins[4], total[blocks * threads];
  OnDevice* d_bins;
  int* d_total;
  CHECK(cudaMalloc(&d_bins, 4 * sizeof(OnDevice)));
  CHECK(cudaMalloc(&d_total, sizeof(total)));
  CHECK(cudaMemset(d_bins, 0, 4 * sizeof(OnDevice)));
  count<<<blocks, threads>>>(d_bins, d_total);
  CHECK(cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(total, d_total, sizeof(total), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_bins));
  CHECK(cudaFree(d_total));
  bool right = sizeof(OnDevice) == sizeof(int);
  for (int each : bins) right = right && each == blocks * threads / 4;
  for (int each : total) right = right && each == threads;
  return right ? 0 : 1;
}
