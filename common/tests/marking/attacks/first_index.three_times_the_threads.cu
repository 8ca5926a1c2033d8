// Launches three times the threads of the task, of which two thirds return at once.
// says: 12288 threads were launched
#include "exercise.hpp"

__global__ void number_kernel(int* out, int threads) {
  const int place = threadIdx.x;
  if (place >= threads) return;
  const int i = blockIdx.x * threads + place;
  out[i] = i;
}

void number_all(int* out, int blocks, int threads) {
  const int launched = 3 * threads <= 1024 ? 3 * threads : threads;
  number_kernel<<<blocks, launched>>>(out, threads);
}
