// All values of a block go to shared memory, and the first warp alone adds them up in a loop: the other warps shuffle nothing.
// says: the threads access 5120 words of shared memory
#include "exercise.hpp"

constexpr int warp_lanes = 32, most_threads = 1024;

__device__ int warp_sum(int value) {
  for (int offset = warp_lanes / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xFFFFFFFFu, value, offset);
  return value;
}

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  __shared__ int values[most_threads];
  const int thread = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + thread;
  values[thread] = i < n ? in[i] : 0;
  __syncthreads();
  if (thread >= warp_lanes) return;
  int sum = 0;
  for (int k = thread; k < blockDim.x; k += warp_lanes) sum += values[k];
  sum = warp_sum(sum);
  if (thread == 0) partial[blockIdx.x] = sum;
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks > 0) block_sums_kernel<<<blocks, block>>>(in, partial, n);
}
