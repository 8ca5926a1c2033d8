// The first thread of a block writes for all of them.
#include "exercise.hpp"

__global__ void number_kernel(int* out) {
  if (threadIdx.x > 0) return;
  for (unsigned i = blockIdx.x * blockDim.x; i < (blockIdx.x + 1) * blockDim.x; ++i) out[i] = i;
}

void number_all(int* out, int blocks, int threads) { number_kernel<<<blocks, threads>>>(out); }
