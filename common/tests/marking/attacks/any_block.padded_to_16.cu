// Pads the slots to a multiple of 16, adds pairs in four levels, and adds the rest in a serial loop.
// says: bytes of shared memory for each of its threads
#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n, int padded) {
  extern __shared__ int slot[];
  const int thread = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + thread;
  slot[thread] = i < n ? in[i] : 0;
  for (int s = blockDim.x + thread; s < padded; s += blockDim.x) slot[s] = 0;
  __syncthreads();
  int slots = padded;
  for (int level = 0; level < 4; ++level) {
    slots /= 2;
    for (int s = thread; s < slots; s += blockDim.x) slot[s] += slot[s + slots];
    __syncthreads();
  }
  if (thread == 0) {
    int sum = 0;
    for (int s = 0; s < slots; ++s) sum += slot[s];
    partial[blockIdx.x] = sum;
  }
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  const int padded = (block + 15) / 16 * 16;
  if (blocks > 0) block_sums_kernel<<<blocks, block, padded * sizeof(int)>>>(in, partial, n, padded);
}
