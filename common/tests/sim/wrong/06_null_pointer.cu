// expect-exit: 1
// expect-stderr: kernel write, block \(1,0,0\), thread \(7,0,0\)
// expect-stderr: access through a null pointer, at .*06_null_pointer\.cu:7
#include <cuda_runtime.h>

__global__ void write(int* out) {
  if (blockIdx.x == 1 && threadIdx.x == 7) *out = 1;
}

int main() {
  write<<<2, 32>>>(nullptr);
  return 0;
}
