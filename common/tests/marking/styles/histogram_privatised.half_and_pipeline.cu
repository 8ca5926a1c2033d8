// cuda_pipeline.h.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include "exercise.hpp"

// Loads into shared memory in the background; counts per warp.
__global__ void hist(const int* in, int n, unsigned* count) {
  __shared__ unsigned own[bins];
  __shared__ int staged[block_size];
  for (int b = threadIdx.x; b < bins; b += block_size) own[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * block_size + threadIdx.x; i < n; i += gridDim.x * block_size) {
    __pipeline_memcpy_async(&staged[threadIdx.x], &in[i], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    atomicAdd(&own[staged[threadIdx.x]], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += block_size) atomicAdd(&count[b], own[b]);
}

void add_histogram(const int* in, int n, unsigned* count) { hist<<<blocks, block_size>>>(in, n, count); }
