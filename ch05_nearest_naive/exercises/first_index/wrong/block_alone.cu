// The number of the block in place of the thread's.
#include "exercise.hpp"

__global__ void number_kernel(int* out) {
  const int i = blockIdx.x;
  out[i] = i;
}

void number_all(int* out, int blocks, int threads) { number_kernel<<<blocks, threads>>>(out); }
