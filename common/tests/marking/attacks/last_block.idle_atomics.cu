// No fence. Thousands of idle atomic operations in shared memory come first, to use up what the lens logs of a launch.
// says: race-global
#include <cuda/atomic>

#include "exercise.hpp"
using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;
__device__ int block_sum(int* slot, int value) {
  slot[threadIdx.x] = value;
  __syncthreads();
  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) slot[threadIdx.x] += slot[threadIdx.x + stride];
    __syncthreads();
  }
  const int sum = slot[0];
  __syncthreads();
  return sum;
}
__global__ void sum_once_kernel(const int* in, int* partial, unsigned* ticket, int* result, int n) {
  __shared__ int slot[block_size];
  __shared__ unsigned ping[block_size], pong[block_size];
  __shared__ bool is_last;
  for (int k = 0; k < 8; ++k) {
    atomicExch(&ping[threadIdx.x], 1u);
    atomicExch(&pong[threadIdx.x], 1u);
  }
  int walked = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) walked += in[i];
  const int sum = block_sum(slot, walked);
  if (threadIdx.x == 0) {
    Word(partial[blockIdx.x]).store(sum, cuda::memory_order_relaxed);
    is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  const int of_block =
      threadIdx.x < gridDim.x ? Word(partial[threadIdx.x]).load(cuda::memory_order_relaxed) : 0;
  const int all = block_sum(slot, of_block);
  if (threadIdx.x == 0) *result = all;
}
void sum_once(const int* in, int* partial, unsigned* ticket, int* result, int n) {
  sum_once_kernel<<<blocks, block_size>>>(in, partial, ticket, result, n);
}
