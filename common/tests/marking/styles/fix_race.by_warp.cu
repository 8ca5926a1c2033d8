// Sums of warps by shuffles; barriers between the two rounds.
#include "exercise.hpp"

__device__ int block_sum(int value) {
  __shared__ int of_warp[block_size / 32];
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(~0u, value, offset);
  __syncthreads();
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  int sum = 0;
  for (int each : of_warp) sum += each;
  return sum;
}

__global__ void sums_and_above_kernel(const int* in, int* sum, int* above, int n) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  const int value = i < n ? in[i] : 0;
  const int all = block_sum(value);
  const int greater = block_sum(value * block_size > all);
  if (threadIdx.x != 0) return;
  sum[blockIdx.x] = all;
  above[blockIdx.x] = greater;
}

void sums_and_above(const int* in, int* sum, int* above, int n) {
  if (n > 0) sums_and_above_kernel<<<(n + block_size - 1) / block_size, block_size>>>(in, sum, above, n);
}
