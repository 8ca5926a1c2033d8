// Each thread takes a contiguous piece: right but uncoalesced.
#include "exercise.hpp"

constexpr int blocks = 16;
constexpr int block_size = 128;
constexpr int warp_size = 32;

// The sum of the warp's values, in lane 0. All 32 lanes must call it.
__device__ unsigned warp_sum(unsigned value) {
  for (int offset = warp_size / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xFFFFFFFFu, value, offset);
  return value;
}

// *result must be 0 before the launch.
__global__ void sum_kernel(const unsigned* in, unsigned* result, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;

  unsigned total = 0;
  const int piece = (n + threads - 1) / threads;
  for (int i = thread * piece; i < n && i < (thread + 1) * piece; ++i) total += in[i];

  total = warp_sum(total);
  if (threadIdx.x % warp_size == 0) atomicAdd(result, total);
}

void sum(const unsigned* in, unsigned*, unsigned* result, int n) {
  cudaMemset(result, 0, sizeof(unsigned));
  sum_kernel<<<blocks, block_size>>>(in, result, n);
}
