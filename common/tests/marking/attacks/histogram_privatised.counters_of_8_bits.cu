// Four counters in a word: they overflow when a block counts 256 equal values.
// says: all values equal
#include "exercise.hpp"

__global__ void add_histogram_kernel(const int* in, int n, unsigned* count) {
  __shared__ unsigned own[bins / 4];
  for (int b = threadIdx.x; b < bins / 4; b += blockDim.x) own[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[in[i] / 4], 1u << in[i] % 4 * 8);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&count[b], own[b / 4] >> b % 4 * 8 & 255);
}

void add_histogram(const int* in, int n, unsigned* count) {
  add_histogram_kernel<<<blocks, block_size>>>(in, n, count);
}
