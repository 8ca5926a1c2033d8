// A barrier that the simulator does not compile, and that does not say so.
// expect-exit: 1
// expect-stdout: FAILED not_simulated.cu:11: nobody misses this barrier
#include <cuda_runtime.h>

// Sets x to 1.
__global__ void set(int* x) {
#if TUTORIAL_HAS_SM_90A
  __shared__ int one;
  if (threadIdx.x == 0) one = 1;
  __syncthreads();
  x[threadIdx.x] = one;
#else
  x[threadIdx.x] = 1;
#endif
}

int main() {
  int* x;
  int host[2];
  cudaMalloc(&x, sizeof host);
  set<<<1, 2>>>(x);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(x);
  if (host[0] != 1 || host[1] != 1) return 1;
}
