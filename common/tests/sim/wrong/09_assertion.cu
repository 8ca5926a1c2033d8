// expect-exit: 1
// expect-stderr: 09_assertion\.cu:7: .*block: \[0,0,0\], thread: \[2,0,0\] Assertion `threadIdx\.x < 2`
// failed\.
#include <cuda_runtime.h>
#include <cassert>

__global__ void check() { assert(threadIdx.x < 2); }

int main() {
  check<<<1, 4>>>();
  return cudaDeviceSynchronize() == cudaErrorAssert ? 1 : 0;
}
