// The first warp numbers everything; no thread writes the element with its number but these.
// says: words of the result were written by 32 threads
#include "exercise.hpp"
__global__ void number_kernel(int* out, int count) {
  if (blockIdx.x != 0 || threadIdx.x >= 32) return;
  for (int i = threadIdx.x; i < count; i += min(32, static_cast<int>(blockDim.x))) out[i] = i;
}
void number_all(int* out, int blocks, int threads) {
  number_kernel<<<blocks, threads>>>(out, blocks * threads);
}
