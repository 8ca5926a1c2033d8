// expect-exit: 1
// expect-stderr: uses too much shared data \(0xc004 bytes, 0xc000 max\)
#include <cuda_runtime.h>

__global__ void greedy(float* out) {
  __shared__ float tile[96][128];
  __shared__ float one_more;
  tile[threadIdx.x][0] = one_more = 1;
  *out = tile[0][0];
}

int main() {
  float* out;
  cudaMalloc(&out, sizeof(float));
  greedy<<<1, 32>>>(out);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
