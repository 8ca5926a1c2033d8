// Launches 6 of the 8 blocks.
// says: 6 blocks were launched
#include "exercise.hpp"

constexpr int launched = 6;

__global__ void add_histogram_kernel(const int* in, int n, unsigned* count) {
  __shared__ unsigned mine[bins];
  for (int bin = threadIdx.x; bin < bins; bin += block_size) mine[bin] = 0u;
  __syncthreads();
  const int step = launched * block_size;
  for (int i = blockIdx.x * block_size + threadIdx.x; i < n; i += step) atomicAdd(mine + in[i], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < bins; bin += block_size) atomicAdd(count + bin, mine[bin]);
}

void add_histogram(const int* in, int n, unsigned* count) {
  add_histogram_kernel<<<launched, block_size>>>(in, n, count);
}
