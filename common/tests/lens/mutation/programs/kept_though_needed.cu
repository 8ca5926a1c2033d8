// Gives a reason to keep a barrier that is needed anyway.
// expect-exit: 1
// expect-stdout: FAILED kept_though_needed.cu:12: this barrier is needed
#include <cuda_runtime.h>

constexpr int threads = 128;

// Reverses x.
__global__ void turn(int* x) {
  __shared__ int tile[threads];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();  // kept: out of habit
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
}
