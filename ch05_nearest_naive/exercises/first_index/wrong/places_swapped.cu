// Every element once, and the threads of a block far apart.
#include "exercise.hpp"

__global__ void number_kernel(int* out) {
  const int i = threadIdx.x * gridDim.x + blockIdx.x;
  out[i] = i;
}

void number_all(int* out, int blocks, int threads) { number_kernel<<<blocks, threads>>>(out); }
