// The tree is in device memory that the host allocates, not in shared memory.
// says: words of global memory are accessed
#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int* slots, int n) {
  const int thread = threadIdx.x, half = blockDim.x / 2;
  const int i = blockIdx.x * blockDim.x + thread;
  int* slot = slots + blockIdx.x * blockDim.x;  // a level of `stride` begins at `stride`
  int value = (thread < half || half == 0) && i < n ? in[i] : 0;
  if (thread < half && i + half < n) value += in[i + half];
  for (int stride = half / 2; stride > 0; stride /= 2) {
    if (thread >= stride && thread < 2 * stride) slot[thread] = value;
    __syncthreads();
    if (thread < stride) value += slot[thread + stride];
  }
  if (thread == 0) partial[blockIdx.x] = value;
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks == 0) return;
  int* slots = nullptr;
  cudaMalloc(&slots, blocks * block * sizeof(int));
  block_sums_kernel<<<blocks, block>>>(in, partial, slots, n);
  cudaFree(slots);
}
