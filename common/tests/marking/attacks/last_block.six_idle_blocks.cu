// Ten blocks read all elements; the other six only take a ticket.
// says: 10 blocks share the work evenly
#include "exercise.hpp"

constexpr unsigned working = 10;

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
  __shared__ bool is_last;
  int walked = 0;
  if (blockIdx.x < working)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += working * blockDim.x) walked += in[i];
  const int sum = block_sum(slot, walked);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    const unsigned last = gridDim.x - 1;
    is_last = atomicInc(ticket, last) == last;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  const int all = block_sum(slot, threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0);
  if (threadIdx.x == 0) *result = all;
}

void sum_once(const int* in, int* partial, unsigned* ticket, int* result, int n) {
  sum_once_kernel<<<blocks, block_size>>>(in, partial, ticket, result, n);
}
