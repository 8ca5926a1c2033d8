// expect-exit: 1
// expect-stderr: bar\.sync 1, 48 at .*21_named_barrier_of_48_threads\.cu:8: the threads of a barrier are whole warps, a multiple of 32
#include <cuda_runtime.h>

#include <cstdio>

__global__ void meet() {
  if (threadIdx.x < 48) asm volatile("bar.sync 1, 48;" ::: "memory");
}

int main() {
  meet<<<1, 64>>>();
  const cudaError_t error = cudaDeviceSynchronize();
  std::fprintf(stderr, "%s\n", cudaGetErrorName(error));
  return error == cudaSuccess ? 0 : 1;
}
