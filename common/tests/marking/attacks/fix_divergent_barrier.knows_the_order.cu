// A block that finds that its warps run in the order of their numbers waits for nothing; in the other order, in which the answer is checked again, it waits.
// says: Only if blocks, warps and lanes run in another order
#include <cuda/atomic>
#include "exercise.hpp"
__global__ void k(const int* a, const int* b, int* partial, int n) {
  __shared__ int slot[4];
  __shared__ int all;
  __shared__ unsigned ticket, disorder;
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;
  const int v = i < n ? a[i] * b[i] : 0;
  if (t == 0) ticket = disorder = 0, all = 0;
  __syncthreads();
  if (t % 32 == 0 && atomicAdd(&ticket, 1u) != static_cast<unsigned>(t / 32)) atomicOr(&disorder, 1u);
  __syncthreads();
  int sum = v;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xFFFFFFFFu, sum, d);
  if (disorder == 0) {
    if (t % 32 == 0) atomicAdd(&all, sum);
    if (t == block_size - 32)
      partial[blockIdx.x] =
          cuda::atomic_ref<int, cuda::thread_scope_block>(all).load(cuda::memory_order_relaxed);
    return;
  }
  if (t % 32 == 0) slot[t / 32] = sum;
  __syncthreads();
  if (t == 0) partial[blockIdx.x] = slot[0] + slot[1] + slot[2] + slot[3];
}
void partial_dots(const int* a, const int* b, int* partial, int n) {
  if (n > 0) k<<<(n + block_size - 1) / block_size, block_size>>>(a, b, partial, n);
}
