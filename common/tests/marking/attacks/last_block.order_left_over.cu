// No fence: the operation before the ticket is sequentially consistent, but on a local variable, and the ticket itself is relaxed.
// says: race-global
#include <cuda/atomic>

#include "exercise.hpp"

__device__ int block_sum(int* slot, int value) {
  const int thread = threadIdx.x;
  slot[thread] = value;
  __syncthreads();
  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    if (thread < stride) slot[thread] += slot[thread + stride];
    __syncthreads();
  }
  const int sum = slot[0];
  __syncthreads();
  return sum;
}

__global__ void sum_once_kernel(const int* in, int* partial, unsigned* ticket, int* result, int n) {
  __shared__ int slot[block_size];

  int walked = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) walked += in[i];
  const int sum = block_sum(slot, walked);

  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    const unsigned last = gridDim.x - 1;
    unsigned calls = 0;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device>(calls).store(1, cuda::memory_order_seq_cst);
    is_last = atomicInc(ticket, last) == last;
  }
  __syncthreads();
  if (!is_last) return;

  const int all = block_sum(slot, threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0);
  if (threadIdx.x == 0) *result = all;
}

void sum_once(const int* in, int* partial, unsigned* ticket, int* result, int n) {
  sum_once_kernel<<<blocks, block_size>>>(in, partial, ticket, result, n);
}
