// expect-exit: 1
// expect-stderr: kernel stop, block \(0,0,0\), thread \(0,0,0\)
// expect-stderr: __trap at .*10_trap\.cu:6
#include <cuda_runtime.h>

__global__ void stop() { __trap(); }

int main() {
  stop<<<1, 4>>>();
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 1 : 0;
}
