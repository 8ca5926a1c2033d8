// A kernel stops at its assertion. Later calls return that error too, and the program ignores them all.
// expect-hazard: unchecked-error launch
// expect-words: failed with cudaErrorAssert
// expect-exit: 3
#include <cassert>

#include "../lens_check.hpp"

__global__ void check(const int* x) { assert(x[threadIdx.x] == 0); }

int main() {
  int* d_x;
  cudaMalloc(&d_x, 32 * sizeof(int));
  cudaMemset(d_x, 1, 32 * sizeof(int));
  check<<<1, 32>>>(d_x);  // @launch
  cudaDeviceSynchronize();
  cudaFree(d_x);
  return 0;
}
