// Each thread reads one element, waits for all blocks by a loop of its own, and writes it. A GPU that holds fewer blocks never ends.
// says: a block waits for one that had not begun, in a launch of [0-9]+ blocks
#include "exercise.hpp"

__device__ unsigned arrived, generation;

__device__ void wait_for_all_blocks() {
  __syncthreads();
  if (threadIdx.x == 0) {
    volatile unsigned* now = &generation;
    const unsigned before = *now;
    __threadfence();
    if (atomicAdd(&arrived, 1u) == gridDim.x - 1) {
      atomicExch(&arrived, 0u);
      __threadfence();
      atomicAdd(&generation, 1u);
    } else {
      while (*now == before) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void transpose_kernel(float* matrix, unsigned rows, unsigned cols) {
  const unsigned long long count = 1ull * rows * cols, i = 1ull * blockIdx.x * blockDim.x + threadIdx.x;
  const float own = i < count ? matrix[i] : 0;
  wait_for_all_blocks();
  if (i < count) matrix[i % cols * rows + i / cols] = own;
}

void transpose_in_place(float* matrix, unsigned rows, unsigned cols) {
  const unsigned long long count = 1ull * rows * cols;
  if (count > 0) transpose_kernel<<<static_cast<unsigned>((count + 1023) / 1024), 1024>>>(matrix, rows, cols);
}
