// The sum is made by atomic additions to the upper half of a ticket of 64 bits: there are no partial sums and no fence.
// says: atomic operations make sums in [0-9]+ words of memory
#include "exercise.hpp"

__device__ int block_sum(int* slot, int value) {
  const int thread = threadIdx.x;
  slot[thread] = value;
  __syncthreads();
  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    if (thread < stride) slot[thread] += slot[thread + stride];
    __syncthreads();
  }
  return slot[0];
}

__device__ unsigned long long gathered;  // how many blocks, and 2^32 times their sum

__global__ void sum_once_kernel(const int* in, int* result, int n) {
  __shared__ int slot[block_size];
  int walked = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) walked += in[i];
  const int sum = block_sum(slot, walked);
  if (threadIdx.x != 0) return;
  const unsigned long long own = static_cast<unsigned long long>(static_cast<unsigned>(sum)) << 32;
  const unsigned long long before = atomicAdd(&gathered, own + 1);
  if (static_cast<unsigned>(before) != gridDim.x - 1) return;
  *result = static_cast<int>(static_cast<unsigned>((before + own) >> 32));
  atomicExch(&gathered, 0ull);
}

void sum_once(const int* in, int*, unsigned*, int* result, int n) {
  sum_once_kernel<<<blocks, block_size>>>(in, result, n);
}
