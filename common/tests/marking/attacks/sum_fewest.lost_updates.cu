// The first thread of each block loads the result, adds its warp's sum and stores it. That is no race, but a GPU loses most of the sums.
// says: is an update lost
#include <cuda/atomic>

#include "exercise.hpp"
__global__ void sum_kernel(const unsigned* in, unsigned* result, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x, whole = n / 4;
  unsigned total = 0;
  for (int i = thread; i < whole; i += threads) {
    const uint4 four = reinterpret_cast<const uint4*>(in)[i];
    total += four.x + four.y + four.z + four.w;
  }
  if (whole * 4 + thread < n) total += in[whole * 4 + thread];
  for (int step = 16; step > 0; step /= 2) total += __shfl_down_sync(0xffffffffu, total, step);
  if (threadIdx.x != 0) return;
  const cuda::atomic_ref<unsigned, cuda::thread_scope_device> all(*result);
  all.store(all.load(cuda::memory_order_relaxed) + total, cuda::memory_order_relaxed);
}
void sum(const unsigned* in, unsigned*, unsigned* result, int n) {
  cudaMemset(result, 0, sizeof *result);
  sum_kernel<<<64, 32>>>(in, result, n);
}
