// Sums of warps in shared memory; the count is added by one atomic operation per warp.
#include "exercise.hpp"

__global__ void both(const int* in, int* sum, int* above, int n) {
  __shared__ int of_warp[block_size / 32];
  const int i = blockIdx.x * block_size + threadIdx.x, value = i < n ? in[i] : 0, lane = threadIdx.x % 32;
  const int mine = __reduce_add_sync(0xFFFFFFFFu, value);
  if (lane == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  int all = 0;
  for (int each : of_warp) all += each;
  const unsigned greater = __ballot_sync(0xFFFFFFFFu, value * block_size > all);
  if (lane == 0) atomicAdd(&above[blockIdx.x], __popc(greater));
  if (threadIdx.x == 0) sum[blockIdx.x] = all;
}

void sums_and_above(const int* in, int* sum, int* above, int n) {
  const int blocks = (n + block_size - 1) / block_size;
  if (blocks == 0) return;
  cudaMemset(above, 0, blocks * sizeof(int));
  both<<<blocks, block_size>>>(in, sum, above, n);
}
