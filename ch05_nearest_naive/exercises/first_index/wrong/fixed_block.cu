// A block size that need not be the launch's.
#include "exercise.hpp"

__global__ void number_kernel(int* out) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = i;
}

void number_all(int* out, int blocks, int threads) { number_kernel<<<blocks, threads>>>(out); }
