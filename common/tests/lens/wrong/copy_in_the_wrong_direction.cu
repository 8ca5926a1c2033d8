// The input is copied in the wrong direction. The call says so, but its result is dropped; the kernel then reads memory that was never written.
// expect-hazard: unchecked-error copy
// expect-words: the direction is cudaMemcpyDeviceToHost, but the destination is device memory
// allow-hazard: uninitialized-global kernel
// expect-exit: 1|3
#include "../lens_check.hpp"

__global__ void twice(int* x) {
  x[threadIdx.x] *= 2;  // @kernel
}

int main() {
  int x[64] = {21};
  int* d_x;
  cudaMalloc(&d_x, sizeof x);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyDeviceToHost);  // @copy
  twice<<<1, 64>>>(d_x);
  cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  return x[0] == 42 ? 0 : 1;
}
