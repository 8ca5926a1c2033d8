// Counts by a loop of compare-and-swap, whose first guess is 0.
#include "exercise.hpp"

__device__ void count_one(unsigned* bin) {
  unsigned seen = 0, assumed;
  do {
    assumed = seen;
    seen = atomicCAS(bin, assumed, assumed + 1);
  } while (seen != assumed);
}

__global__ void add_histogram_kernel(const int* in, int n, unsigned* count) {
  __shared__ unsigned own[bins];
  for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    count_one(&own[in[i]]);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&count[b], own[b]);
}

void add_histogram(const int* in, int n, unsigned* count) {
  add_histogram_kernel<<<blocks, block_size>>>(in, n, count);
}
