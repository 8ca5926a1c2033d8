// The last block adds up the sums of the others. Both fences around the ticket are needed; no thread depends on what the third orders.
// expect-exit: 1
// expect-stdout: superfluous_fence +17  __threadfence\(\) +race-global
// expect-stdout: superfluous_fence +20  __threadfence\(\) +race-global
// expect-stdout: superfluous_fence +24  __threadfence\(\) +none: SURVIVED
// expect-stdout: 2 of 3 mutants caught
// expect-stdout: FAILED superfluous_fence.cu:24: nobody misses this fence
#include <cuda_runtime.h>

constexpr int blocks = 8;

__device__ unsigned arrived;

// sum: of the numbers of all blocks.
__global__ void add(int* parts, int* sum) {
  parts[blockIdx.x] = static_cast<int>(blockIdx.x);
  __threadfence();
  const bool last = atomicAdd(&arrived, 1) == gridDim.x - 1;
  if (!last) return;
  __threadfence();
  int total = 0;
  for (int i = 0; i < blocks; ++i) total += parts[i];
  *sum = total;
  __threadfence();
}

int main() {
  int* data;
  int sum = 0;
  cudaMalloc(&data, (blocks + 1) * sizeof(int));
  add<<<blocks, 1>>>(data, data + blocks);
  cudaMemcpy(&sum, data + blocks, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(data);
  return sum != blocks * (blocks - 1) / 2;
}
