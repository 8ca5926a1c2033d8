// environment: CUDASIM_TIMEOUT=4
// expect-exit: 1
// expect-stderr: kernel waits, block \(0,0,0\), thread
// expect-stderr: has only looked at memory for 3 s, at .*22_waits_for_the_host\.cu:10. If it waits for the host: the host waits, too
// expect-stderr: still running after 4 s, stopped
#include <cuda_runtime.h>

// The host waits for the kernel before it stores what ends it.
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
  const cudaError_t error = cudaDeviceSynchronize();
  *flag = 1;
  return error == cudaSuccess ? 0 : 1;
}
