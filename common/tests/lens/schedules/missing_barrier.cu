// A warp reads what the warp before it has written, without a barrier. In the order of their numbers the answer
// comes out right; any other order of the warps gives it away.
// expect: seed 0 exit 0
// expect: seed 1 exit 1
// expect: seed 2 exit 1
// expect: seed 3 exit 1
#include <cuda_runtime.h>

constexpr int threads = 256, warp = 32;

__global__ void pass_on(const int* x, int* y) {
  __shared__ int tile[threads + warp];
  if (threadIdx.x < warp) tile[threadIdx.x] = 0;
  tile[threadIdx.x + warp] = x[threadIdx.x];
  y[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int host[threads], *x, *y;
  for (int i = 0; i < threads; ++i) host[i] = 1 + i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&y, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  pass_on<<<1, threads>>>(x, y);
  cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  for (int i = 0; i < threads; ++i)
    if (host[i] != (i < warp ? 0 : 1 + i - warp)) return 1;
}
