// No thread reads the tile after the second barrier: its mutant survives, and the program gives no reason.
// expect-exit: 1
// expect-stdout: superfluous +16  __syncthreads\(\) +none: SURVIVED
// expect-stdout: 1 of 2 mutants caught
// expect-stdout: FAILED superfluous.cu:16: nobody misses this barrier
#include <cuda_runtime.h>

constexpr int threads = 128;

// Reverses x.
__global__ void turn(int* x) {
  __shared__ int tile[threads];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[threads - 1 - threadIdx.x];
  __syncthreads();
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
