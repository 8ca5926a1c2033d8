// Waits in each iteration by atomic_ref::wait.
// says: barriers; two in each of 8 blocks are enough
#include <cuda/atomic>
#include "exercise.hpp"
__device__ void wait_for_all(unsigned* come, unsigned threads) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_block> word(*come);
  if (word.fetch_add(1) + 1 == threads) {
    word.notify_all();
    return;
  }
  for (unsigned now = word.load(); now < threads; now = word.load()) word.wait(now);
}
__global__ void add_histogram_kernel(const int* in, int n, unsigned* count) {
  __shared__ unsigned own[bins];
  __shared__ unsigned come;
  if (threadIdx.x == 0) come = 0;
  for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();
  unsigned waits = 0;
  for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
    const int i = first + threadIdx.x;
    if (i < n) atomicAdd(&own[in[i]], 1u);
    wait_for_all(&come, ++waits * blockDim.x);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&count[b], own[b]);
}
void add_histogram(const int* in, int n, unsigned* count) {
  add_histogram_kernel<<<blocks, block_size>>>(in, n, count);
}
