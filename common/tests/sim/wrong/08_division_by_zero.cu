// expect-exit: 0
// expect-stderr: kernel divide, block \(0,0,0\), thread \(4,0,0\)
// expect-stderr: integer division by zero, at .*08_division_by_zero\.cu:11; as on a GPU, the result is -1
// x86_64: AArch64 divides by zero silently, with 0 as result
#include <cuda_runtime.h>

#include <climits>

__global__ void divide(int* values) {
  const int divisor = values[threadIdx.x], dividend = threadIdx.x == 5 ? INT_MIN : 100;
  values[threadIdx.x] = dividend / divisor + dividend % divisor;
}

int main() {
  int values[] = {1, 2, 3, 4, 0, -1};
  int* on_device;
  cudaMalloc(&on_device, sizeof values);
  cudaMemcpy(on_device, values, sizeof values, cudaMemcpyHostToDevice);
  divide<<<1, 6>>>(on_device);
  cudaMemcpy(values, on_device, sizeof values, cudaMemcpyDeviceToHost);
  return values[0] == 100 && values[4] == -2 && values[5] == INT_MIN ? 0 : 1;
}
