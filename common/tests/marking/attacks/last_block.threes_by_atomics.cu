// Three blocks each add their sums to one word by atomicAdd: to six words in one call, and to six others in the next.
// says: atomic operations make sums in
#include "exercise.hpp"

constexpr unsigned adders = 3, words = (blocks + adders - 1) / adders, half = 8;

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

__global__ void sum_once_kernel(const int* in, int* sums, unsigned* ticket, int* result, int n) {
  __shared__ int slot[block_size];
  __shared__ bool is_last;

  int walked = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) walked += in[i];
  const int sum = block_sum(slot, walked);

  if (threadIdx.x == 0) {
    atomicAdd(&sums[blockIdx.x / adders], sum);
    __threadfence();
    is_last = atomicInc(ticket, 2 * blocks - 1) % blocks == blocks - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;

  const int all = block_sum(slot, threadIdx.x < words ? sums[threadIdx.x] : 0);
  if (threadIdx.x == 0) *result = all;
}

void sum_once(const int* in, int* partial, unsigned* ticket, int* result, int n) {
  unsigned drawn = 0;
  cudaMemcpy(&drawn, ticket, sizeof drawn, cudaMemcpyDeviceToHost);
  int* const sums = drawn == 0 ? partial : partial + half;
  cudaMemset(sums, 0, words * sizeof(int));
  sum_once_kernel<<<blocks, block_size>>>(in, sums, ticket, result, n);
}
