// Each block adds its sum to the result: no ticket, and no last block.
// says: atomic operations make sums in [0-9]+ words of memory
#include "exercise.hpp"

__global__ void add(const int* in, int* result, int n) {
  __shared__ int all;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  int own = 0;
  for (int i = blockIdx.x * block_size + threadIdx.x; i < n; i += blocks * block_size) own += in[i];
  for (int lanes = 16; lanes > 0; lanes /= 2) own += __shfl_down_sync(~0u, own, lanes);
  if (threadIdx.x % 32 == 0) atomicAdd(&all, own);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(result, all);
}

void sum_once(const int* in, int*, unsigned*, int* result, int n) {
  cudaMemset(result, 0, sizeof *result);
  add<<<blocks, block_size>>>(in, result, n);
}
