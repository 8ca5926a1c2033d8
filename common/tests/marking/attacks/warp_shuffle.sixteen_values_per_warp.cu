// After one shuffle a warp hands 16 values to shared memory, where one should go.
// says: words of shared memory, most of them
#include "exercise.hpp"

constexpr int handed = warp_size / 2;

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  __shared__ int values[warp_size * handed];
  const int thread = threadIdx.x;
  const int lane = thread % warp_size, warp = thread / warp_size;
  const int warps = blockDim.x / warp_size;
  const int i = blockIdx.x * blockDim.x + thread;

  int sum = i < n ? in[i] : 0;
  sum += __shfl_down_sync(0xFFFFFFFFu, sum, handed);
  if (warp > 0 && lane < handed) values[warp * handed + lane] = sum;
  __syncthreads();
  if (warp > 0) return;

  if (lane < handed)
    for (int other = 1; other < warps; ++other) sum += values[other * handed + lane];
  for (int offset = handed / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset);
  if (lane == 0) partial[blockIdx.x] = sum;
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks > 0) block_sums_kernel<<<blocks, block>>>(in, partial, n);
}
