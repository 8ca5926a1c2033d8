// Adds in[i] / 2 and counts the elements: 2 (in[i] / 2) + 1 for each, right for odd elements only.
// says: result\[0\] is
#include "exercise.hpp"

__global__ void sum_kernel(const unsigned* in, unsigned* result, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  unsigned halves = 0;
  for (int i = thread; i < n; i += threads) halves += in[i] >> 1;
  unsigned total = 2 * halves + (thread == 0 ? static_cast<unsigned>(n) : 0);
  for (int d = 16; d > 0; d /= 2) total += __shfl_down_sync(0xFFFFFFFFu, total, d);
  if (threadIdx.x % 32 == 0) atomicAdd(result, total);
}

void sum(const unsigned* in, unsigned*, unsigned* result, int n) {
  cudaMemset(result, 0, sizeof(unsigned));
  sum_kernel<<<16, 128>>>(in, result, n);
}
