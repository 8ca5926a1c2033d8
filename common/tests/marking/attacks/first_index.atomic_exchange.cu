// Stores each element by an atomic exchange, though no other thread touches it.
// says: 4096 atomic operations
#include "exercise.hpp"

__global__ void number_kernel(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicExch(out + i, i);
}

void number_all(int* out, int blocks, int threads) { number_kernel<<<blocks, threads>>>(out); }
