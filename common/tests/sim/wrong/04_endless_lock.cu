// environment: CUDASIM_WORKERS=16
// expect-exit: 1
// expect-stderr: kernel endless, block \([0-9]+,0,0\), thread \(0,0,0\)
// expect-stderr: still running after 1 s, stopped, at .*04_endless_lock\.cu:11
#include <cuda_runtime.h>

#include <cstdlib>

// Threads of all workers wait, in the simulator, for a lock that is never released: in more blocks than there is space for.
__global__ void endless(int* lock) {
  while (atomicCAS(lock, 0, 1) != 2) {
  }
}

int main() {
  setenv("CUDASIM_TIMEOUT", "1", 1);
  int* lock;
  cudaMalloc(&lock, sizeof(int));
  cudaMemset(lock, 0, sizeof(int));
  endless<<<10000, 1>>>(lock);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
