// expect-exit: 1
// expect-stderr: illegal memory access at address 0x[0-9a-f]+, at .*23_index_wrapped_in_shared\.cu:9: it differs from shared memory by a multiple of 4 GiB
// expect-stderr: A GPU may not notice
#include <cuda_runtime.h>

__global__ void before_last(int* out, unsigned one) {
  __shared__ int tile[64];
  const int* end = tile + 64;
  out[threadIdx.x] = end[0u - one];
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  before_last<<<1, 1>>>(out, 1);
  return 0;
}
