// expect-exit: 1
// expect-stderr: kernel write, block \(0,0,0\), thread \(0,0,0\)
// expect-stderr: illegal memory access, misaligned or at no possible address, at .*14_impossible_pointer\.cu:8
// alone: among others the kernel's code is another, whose fault has no line
// x86_64: elsewhere this address is a possible one
#include <cuda_runtime.h>

__global__ void write(float* out, long long offset) { out[offset] = 1; }

int main() {
  float* out;
  cudaMalloc(&out, sizeof(float));
  write<<<1, 1>>>(out, 1ll << 45);
  return 0;
}
