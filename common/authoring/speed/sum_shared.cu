// What barriers cost: each block adds up its elements in shared memory, half of its threads less at each step.
//
// Run   sum_shared COUNT, a multiple of 4
#include <cuda_runtime.h>

#include <cstdlib>

#include "timed.hpp"

constexpr int block = 256;

__global__ void add_up(const int* in, unsigned long long* sum, int count) {
  __shared__ int cache[block];
  const int i = blockIdx.x * block + threadIdx.x;
  cache[threadIdx.x] = i < count ? in[i] : 0;
  __syncthreads();
  for (int half = block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, static_cast<unsigned long long>(cache[0]));
}

int main(int, char** words) {
  const int count = std::atoi(words[1]);
  int* in;
  unsigned long long* sum;
  cudaMallocManaged(&in, count * sizeof(int));
  cudaMalloc(&sum, sizeof *sum);
  for (int i = 0; i < count; ++i) in[i] = i % 4;
  cudaMemset(sum, 0, sizeof *sum);
  const bool ended = timed([&] { add_up<<<(count + block - 1) / block, block>>>(in, sum, count); });
  unsigned long long found = 0;
  cudaMemcpy(&found, sum, sizeof found, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(sum);
  return ended && found == 6ull * (count / 4) ? 0 : 1;
}
