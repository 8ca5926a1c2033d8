// expect-exit: 1
// expect-stderr: kernel dig, block \(0,0,0\), thread \(3,0,0\)
// expect-stderr: stack overflow of a device thread, at .*05_stack_overflow\.cu:([6-9]|1[0-2])
#include <cuda_runtime.h>

__device__ int deeper(volatile int* depth) {
  volatile char frame[1000];
  frame[*depth % 1000] = 1;
  *depth = *depth + 1;
  return deeper(depth) + frame[7];
}

__global__ void dig(int* depth) {
  if (threadIdx.x == 3) *depth = deeper(depth);
}

int main() {
  int* depth;
  cudaMalloc(&depth, sizeof(int));
  cudaMemset(depth, 0, sizeof(int));
  dig<<<1, 32>>>(depth);
  return 0;
}
