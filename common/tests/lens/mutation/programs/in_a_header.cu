// The barrier stands in a header, where no mutant leaves it out.
// expect-exit: 1
// expect-stdout: FAILED in_a_header.hpp: a barrier in a header is never taken out
#include <cuda_runtime.h>

#include "in_a_header.hpp"

__global__ void turn() { wait_for_all(); }

int main() {
  turn<<<1, 64>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
