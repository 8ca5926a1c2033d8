// The second barrier is not needed, and says why it stays.
// expect-exit: 0
// expect-stdout: none: kept, for the kernel that will be fused to this one
// expect-stdout: 1 of 2 mutants caught, 1 by a hazard report; 1 kept with a reason
#include <cuda_runtime.h>

constexpr int threads = 128;

// Reverses x.
__global__ void turn(int* x) {
  __shared__ int tile[threads];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[threads - 1 - threadIdx.x];
  // kept: for the kernel that will be fused to this one
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
