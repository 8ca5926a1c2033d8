// Warps hand over their sums by relaxed operations on shared memory, and a ticket says that all are there: no barrier and no fence.
// says: race-shared
#include <cuda/atomic>

#include "exercise.hpp"
template <class T>
using Word = cuda::atomic_ref<T, cuda::thread_scope_block>;
__global__ void partial_dots_kernel(const int* a, const int* b, int* partial, int n) {
  constexpr unsigned warps = block_size / 32;
  __shared__ int of_warp[warps];
  __shared__ unsigned ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  const int i = blockIdx.x * block_size + threadIdx.x;
  int sum = i < n ? a[i] * b[i] : 0;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (threadIdx.x % 32 != 0) return;
  Word<int>(of_warp[threadIdx.x / 32]).store(sum, cuda::memory_order_relaxed);
  if (Word<unsigned>(ready).fetch_add(1, cuda::memory_order_relaxed) != warps - 1) return;
  int all = 0;
  for (unsigned w = 0; w < warps; ++w) all += Word<int>(of_warp[w]).load(cuda::memory_order_relaxed);
  partial[blockIdx.x] = all;
}
void partial_dots(const int* a, const int* b, int* partial, int n) {
  const int blocks = (n + block_size - 1) / block_size;
  if (blocks > 0) partial_dots_kernel<<<blocks, block_size>>>(a, b, partial, n);
}
