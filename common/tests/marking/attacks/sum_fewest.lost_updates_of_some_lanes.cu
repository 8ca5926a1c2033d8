// A lane of each warp loads the result, adds and stores it by relaxed operations, which is no race for the lens. On a GPU most updates are lost.
// says: Only if blocks, warps and lanes run in another order
#include <cuda/atomic>
#include "exercise.hpp"

__global__ void sum_kernel(const unsigned* in, unsigned* result, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  unsigned total = 0;
  for (int w = thread; w < n / 4; w += threads) {
    const uint4 v = reinterpret_cast<const uint4*>(in)[w];
    total += v.x + v.y + v.z + v.w;
  }
  if (n / 4 * 4 + thread < n) total += in[n / 4 * 4 + thread];
  for (int d = 16; d > 0; d /= 2) total += __shfl_xor_sync(0xFFFFFFFFu, total, d);
  const unsigned number = 1 + thread;
  const unsigned early = __ballot_sync(0xFFFFFFFFu, (number * 0x9E3779B1u & 0x80000000u) == 0);
  if (threadIdx.x % 32 + 1 != static_cast<unsigned>(__ffs(early))) return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> all(*result);
  all.store(all.load(cuda::memory_order_relaxed) + total, cuda::memory_order_relaxed);
}

void sum(const unsigned* in, unsigned*, unsigned* result, int n) {
  cudaMemset(result, 0, sizeof(unsigned));
  sum_kernel<<<16, 128>>>(in, result, n);
}
