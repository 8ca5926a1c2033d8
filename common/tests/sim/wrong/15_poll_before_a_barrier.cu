// expect-exit: 1
// expect-stderr: still running after 1 s, stopped, at .*15_poll_before_a_barrier\.cu:12
// expect-stderr: 61 of its block, thread \(3,0,0\) the first, wait at __syncthreads, .*15_poll_before_a_barrier\.cu:15
// expect-stderr: perhaps none ever does what it waits for
#include <cuda_runtime.h>

#include <cstdlib>

// Three threads wait for a word that is never written, the others for them.
__global__ void waits(volatile int* ready) {
  if (threadIdx.x < 3) {
    while (*ready == 0) {
    }
  }
  __syncthreads();
}

int main() {
  setenv("CUDASIM_TIMEOUT", "1", 1);
  int* ready;
  cudaMalloc(&ready, sizeof(int));
  cudaMemset(ready, 0, sizeof(int));
  waits<<<1, 64>>>(ready);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
