// The same, by looking in a loop whether the phase has ended.
// says: still running after
#include <cuda/barrier>
#include "exercise.hpp"
__global__ void add_histogram_kernel(const int* in, int n, unsigned* count) {
  __shared__ unsigned own[bins];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x + 1);
  for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[in[i]], 1u);
  auto token = bar.arrive();
  while (!bar.try_wait(std::move(token))) {
  }
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&count[b], own[b]);
}
void add_histogram(const int* in, int n, unsigned* count) {
  add_histogram_kernel<<<blocks, block_size>>>(in, n, count);
}
