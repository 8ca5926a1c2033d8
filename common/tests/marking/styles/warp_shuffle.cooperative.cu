// Tiles of cooperative groups.
#include <cooperative_groups.h>

#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  const auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  for (int offset = 16; offset > 0; offset /= 2) value += warp.shfl_down(value, offset);
  __shared__ int of_warp[32];
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  value = threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0;
  for (int offset = 16; offset > 0; offset /= 2) value += warp.shfl_down(value, offset);
  if (threadIdx.x == 0) partial[blockIdx.x] = value;
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n > 0) block_sums_kernel<<<(n + block - 1) / block, block>>>(in, partial, n);
}
