// Threads without an element add to a local variable: an atomic operation there is undefined, and a GPU stops the kernel.
// expect-hazard: none
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void count(int* total, int n) {
  int nowhere = 0;
  atomicAdd(threadIdx.x < n ? total : &nowhere, 1);
}

int main() {
  int* d_total;
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  CHECK(cudaMemset(d_total, 0, sizeof(int)));
  count<<<1, 64>>>(d_total, 60);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d_total));
  return 0;
}
