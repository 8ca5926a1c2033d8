// One warp per block adds up its elements: there are no other warps whose sums it would combine.
// says: let the .block. threads of each block load them
#include "exercise.hpp"

__device__ int warp_sum(int value) {
  for (int offset = warp_size / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xFFFFFFFFu, value, offset);
  return value;
}

__global__ void block_sums_kernel(const int* in, int* partial, int n, int block) {
  const int begin = blockIdx.x * block;
  int value = 0;
  for (int i = threadIdx.x; i < block; i += warp_size)
    if (begin + i < n) value += in[begin + i];
  const int sum = warp_sum(value);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks > 0) block_sums_kernel<<<blocks, warp_size>>>(in, partial, n, block);
}
