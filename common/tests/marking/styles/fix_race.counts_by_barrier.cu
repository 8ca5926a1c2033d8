// __syncthreads_count counts.
#include "exercise.hpp"

__global__ void sums_and_above_kernel(const int* in, int* sum, int* above, int n) {
  __shared__ int slot[block_size];
  const int i = blockIdx.x * block_size + threadIdx.x;
  const int value = i < n ? in[i] : 0;
  slot[threadIdx.x] = value;
  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) slot[threadIdx.x] += slot[threadIdx.x + stride];
  }
  __syncthreads();
  const int greater = __syncthreads_count(value * block_size > slot[0]);
  if (threadIdx.x != 0) return;
  sum[blockIdx.x] = slot[0];
  above[blockIdx.x] = greater;
}

void sums_and_above(const int* in, int* sum, int* above, int n) {
  if (n > 0) sums_and_above_kernel<<<(n + block_size - 1) / block_size, block_size>>>(in, sum, above, n);
}
