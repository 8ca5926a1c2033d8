// environment: CUDASIM_TIMEOUT=4
// expect-exit: 1
// expect-stderr: kernel waits, block \(0,0,0\), thread
// expect-stderr: has only looked at memory for 3 s, at .*22_waits_for_the_host\.cu:10. If it waits for the host
// expect-stderr: still running after 4 s, stopped
#include <cuda_runtime.h>

// On a GPU the launch returns at once, and the host's store ends the kernel.
__global__ void waits(volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int *flag, *on_device;
  if (cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped) != cudaSuccess) return 2;
  *flag = 0;
  if (cudaHostGetDevicePointer(&on_device, flag, 0) != cudaSuccess) return 2;
  waits<<<1, 32>>>(on_device);
  *flag = 1;
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
