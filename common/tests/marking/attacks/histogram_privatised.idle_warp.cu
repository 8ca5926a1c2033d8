// The first warp of each block counts everything; the second one waits at the barriers.
// says: 273 threads read the values
#include "exercise.hpp"

__global__ void add_histogram_kernel(const int* in, int n, unsigned* count) {
  __shared__ unsigned own[bins];
  for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();
  if (threadIdx.x < 32)
    for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32) atomicAdd(&own[in[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&count[b], own[b]);
}

void add_histogram(const int* in, int n, unsigned* count) {
  add_histogram_kernel<<<blocks, block_size>>>(in, n, count);
}
