// expect-exit: 1
// expect-stderr: kernel write, block \(0,0,0\), thread \(0,0,0\)
// expect-stderr: illegal memory access at address 0x[0-9a-f]+, at .*07_wild_pointer\.cu:6
#include <cuda_runtime.h>

__global__ void write(float* out, long long offset) { out[offset] = 1; }

int main() {
  float* out;
  cudaMalloc(&out, sizeof(float));
  write<<<1, 1>>>(out, 1ll << 40);
  return 0;
}
