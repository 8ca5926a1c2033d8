// What a launch of very many threads costs that do little each.
//
// Run   vector_add COUNT LAUNCHES
#include <cuda_runtime.h>

#include <cstdlib>

#include "timed.hpp"

__global__ void add(const float* a, const float* b, float* sum, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sum[i] = a[i] + b[i];
}

int main(int, char** words) {
  const int count = std::atoi(words[1]), launches = std::atoi(words[2]), block = 256;
  const std::size_t bytes = count * sizeof(float);
  float *a, *b, *sum;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&sum, bytes);
  cudaMemset(a, 0, bytes);
  cudaMemset(b, 0, bytes);
  cudaMemset(sum, 1, bytes);
  const bool ended = timed([&] {
    for (int i = 0; i < launches; ++i) add<<<(count + block - 1) / block, block>>>(a, b, sum, count);
  });
  float last = 1;
  cudaMemcpy(&last, sum + count - 1, sizeof last, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(sum);
  return ended && last == 0 ? 0 : 1;
}
