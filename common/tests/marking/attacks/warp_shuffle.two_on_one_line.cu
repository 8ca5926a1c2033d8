// Half of the lanes call one shuffle, half another one on the same line, each with the full mask: no shuffle gets all its lanes.
// says: missing-lanes
#include "exercise.hpp"

__device__ int warp_sum(int value) {
  const int lane = threadIdx.x % warp_size;
  const unsigned all = 0xFFFFFFFFu;
  for (int offset = warp_size / 2; offset > 0; offset /= 2)
    value += lane & offset ? __shfl_sync(all, value, lane - offset) : __shfl_sync(all, value, lane + offset);
  return value;
}

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  const int thread = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + thread;
  const int value = i < n ? in[i] : 0;

  __shared__ int warp_sums[warp_size];
  const int lane = thread % warp_size;
  const int warp = thread / warp_size;
  const int warps = blockDim.x / warp_size;

  const int sum = warp_sum(value);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    const int block_sum = warp_sum(lane < warps ? warp_sums[lane] : 0);
    if (lane == 0) partial[blockIdx.x] = block_sum;
  }
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks > 0) block_sums_kernel<<<blocks, block>>>(in, partial, n);
}
