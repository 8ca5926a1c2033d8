// expect-exit: 1
// expect-stderr: kernel run_away, block \(2,0,0\), thread \(5,0,0\)
// expect-stderr: still running after 1 s, stopped, at .*03_run_away\.cu:9
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void run_away(volatile int* flag) {
  while (blockIdx.x == 2 && threadIdx.x == 5 && *flag == 0) {
  }
}

int main() {
  setenv("CUDASIM_TIMEOUT", "1", 1);
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  run_away<<<4, 32>>>(flag);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
