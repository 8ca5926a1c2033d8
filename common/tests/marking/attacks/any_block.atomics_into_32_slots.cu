// No slots are halved: all warps add into 32 slots by atomics, and one instruction adds these.
// says: atomic operations on shared memory
#include "exercise.hpp"

constexpr unsigned lanes = 32;

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  extern __shared__ int slot[];  // as many as a warp has lanes
  const unsigned thread = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + thread;
  const int value = i < n ? in[i] : 0;
  if (thread < lanes) slot[thread] = 0;
  __syncthreads();
  atomicAdd(&slot[thread % lanes], value);
  __syncthreads();
  if (thread >= lanes) return;
  const unsigned mask = blockDim.x >= lanes ? 0xFFFFFFFFu : (1u << blockDim.x) - 1;
  const int sum = __reduce_add_sync(mask, slot[thread]);
  if (thread == 0) partial[blockIdx.x] = sum;
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  const int slots = block < static_cast<int>(lanes) ? block : static_cast<int>(lanes);
  if (blocks > 0) block_sums_kernel<<<blocks, block, slots * sizeof(int)>>>(in, partial, n);
}
