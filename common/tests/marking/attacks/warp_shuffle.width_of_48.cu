// A shuffle whose width is no power of two: undefined, and another sum on a GPU.
// says: the width of a shuffle must be 1, 2, 4, 8, 16 or 32
// From register to register. The task is in README.md; hints with ./tutorial exercise hint warp_shuffle
#include "exercise.hpp"

// The sum of the warp's values, in lane 0 at least. All 32 lanes must call it.
__device__ int warp_sum(int value) {
  for (int offset = warp_size / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xFFFFFFFFu, value, offset, 48);
  return value;
}

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  const int thread = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + thread;
  const int value = i < n ? in[i] : 0;

  __shared__ int warp_sums[warp_size];  // a block has 32 warps at most
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
