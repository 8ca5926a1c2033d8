// expect-exit: 1
// expect-stderr: kernel half_of_them, block \(0,0,0\): divergent barrier
// expect-stderr: threads 0-15 wait at __syncthreads, .*01_divergent_barrier\.cu:9
// expect-stderr: threads 16-31 wait at __syncthreads_or, .*01_divergent_barrier\.cu:11
#include <cuda_runtime.h>

__global__ void half_of_them() {
  if (threadIdx.x < 16)
    __syncthreads();
  else
    __syncthreads_or(1);
}

int main() {
  half_of_them<<<1, 32>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
