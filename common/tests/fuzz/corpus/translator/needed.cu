// Both barriers are needed: each mutant is reported, and its answer is wrong.
// expect-exit: 0
// expect-stdout: needed +14  __syncthreads\(\) +race-shared (13:15|15:13) +wrong
// expect-stdout: needed +16  __syncthreads\(\) +[a-z-]+ (15:17|17:15).* wrong
// expect-stdout: 2 of 2 mutants caught, 2 by a hazard report
#include <cuda_runtime.h>

constexpr int threads = 128;

// Turns x round, and round again by half.
__global__ void turn(int* x) {
  __shared__ int tile[threads];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  const int turned = tile[threads - 1 - threadIdx.x];
  __syncthreads();
  tile[threadIdx.x] = turned;
  x[threadIdx.x] = tile[threadIdx.x];
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
}
