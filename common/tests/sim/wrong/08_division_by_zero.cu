// expect-exit: 1
// expect-stderr: kernel divide, block \(0,0,0\), thread \(4,0,0\)
// expect-stderr: integer division by zero, at .*08_division_by_zero\.cu:7
// x86_64: AArch64 divides by zero silently, as a GPU does
#include <cuda_runtime.h>

__global__ void divide(int* values) { values[threadIdx.x] = 100 / values[threadIdx.x]; }

int main() {
  int values[] = {1, 2, 3, 4, 0, 6};
  int* on_device;
  cudaMalloc(&on_device, sizeof values);
  cudaMemcpy(on_device, values, sizeof values, cudaMemcpyHostToDevice);
  divide<<<1, 6>>>(on_device);
  return 0;
}
