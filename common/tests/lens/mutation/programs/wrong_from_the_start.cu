// The program is wrong with all of its barriers: mutants of it would say nothing.
// expect-exit: 1
// expect-stdout: FAILED wrong_from_the_start : exit 1 with every barrier and fence in its place: race-shared
#include <cuda_runtime.h>

constexpr int threads = 128;

// Reverses x.
__global__ void turn(int* x) {
  __shared__ int tile[threads];
  tile[threadIdx.x] = x[threadIdx.x];
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
