// The barrier is in a header that the program includes.
// expect-exit: 0
// expect-stdout: in_a_header +3  __syncthreads\(\) +race-shared
// expect-stdout: 1 of 1 mutants caught, 1 by a hazard report
#include <cuda_runtime.h>

#include "in_a_header.hpp"

constexpr int threads = 128;

// Reverses x.
__global__ void turn(int* x) {
  __shared__ int tile[threads];
  tile[threadIdx.x] = x[threadIdx.x];
  wait_for_all();
  x[threadIdx.x] = tile[threads - 1 - threadIdx.x];
}

int main() {
  int* x;
  int host[threads];
  for (int i = 0; i < threads; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  turn<<<1, threads>>>(x);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(x);
  for (int i = 0; i < threads; ++i)
    if (host[i] != threads - 1 - i) return 1;
  return 0;
}
