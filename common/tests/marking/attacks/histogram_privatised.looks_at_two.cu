// Waits for all threads in each iteration, at barriers of its own: it looks at two words in turn.
// says: barriers; two in each of 8 blocks are enough|in another order: is a barrier missing
#include "exercise.hpp"

__device__ void wait_for_all(unsigned* come, unsigned threads) {
  __threadfence_block();
  atomicAdd(come, 1u);
  while (atomicAdd(come, 0u) < threads) atomicOr(come + 2, 0u);
  __threadfence_block();
}

__global__ void add_histogram_kernel(const int* in, int n, unsigned* count) {
  __shared__ unsigned own[bins];
  __shared__ unsigned comes[4];
  if (threadIdx.x < 4) comes[threadIdx.x] = 0;
  for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();
  unsigned waits = 0;
  for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
    const int i = first + threadIdx.x;
    if (i < n) atomicAdd(&own[in[i]], 1u);
    wait_for_all(comes, ++waits * blockDim.x);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&count[b], own[b]);
}

void add_histogram(const int* in, int n, unsigned* count) {
  add_histogram_kernel<<<blocks, block_size>>>(in, n, count);
}
