// No histogram in shared memory: one lane per block counts alone, in its local array; shuffles bring it the values and carry its counts away.
// says: accesses to shared memory: each block counts
#include "exercise.hpp"

__global__ void add_histogram_kernel(const int* in, int n, unsigned* count) {
  if (threadIdx.x >= 32) return;
  const int lane = threadIdx.x;
  unsigned own[128] = {};
  for (int first = blockIdx.x * 32; first < n; first += gridDim.x * 32) {
    const int value = first + lane < n ? in[first + lane] : -1;
    for (int k = 0; k < 32; ++k) {
      const int other = __shfl_sync(0xFFFFFFFFu, value, k);
      if (lane == 0 && other >= 0) ++own[other];
    }
  }
  for (int b = 0; b < bins; b += 32) {
    unsigned mine = 0;
    for (int k = 0; k < 32; ++k) {
      const unsigned other = __shfl_sync(0xFFFFFFFFu, own[b + k], 0);
      if (lane == k) mine = other;
    }
    if (b + lane < bins) atomicAdd(&count[b + lane], mine);
  }
}

void add_histogram(const int* in, int n, unsigned* count) {
  add_histogram_kernel<<<blocks, block_size>>>(in, n, count);
}
