// Kernels write an array of the function's own, and a copy writes the results.
// says: bytes were stored in device memory outside of the array
#include "exercise.hpp"

__global__ void number_kernel(int* own) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  own[i] = i;
}

void number_all(int* out, int blocks, int threads) {
  const size_t bytes = static_cast<size_t>(blocks) * threads * sizeof(int);
  int* own;
  cudaMalloc(&own, bytes);
  number_kernel<<<blocks, threads>>>(own);
  cudaMemcpy(out, own, bytes, cudaMemcpyDeviceToDevice);
  cudaFree(own);
}
