// The last value is not counted.
#include "exercise.hpp"

__global__ void add_histogram_kernel(const int* in, int n, unsigned* count) {
  __shared__ unsigned own[bins];  // the block's
  for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - 1; i += gridDim.x * blockDim.x)
    atomicAdd(&own[in[i]], 1u);
  __syncthreads();

  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&count[b], own[b]);
}

void add_histogram(const int* in, int n, unsigned* count) {
  add_histogram_kernel<<<blocks, block_size>>>(in, n, count);
}
