// The device arrays are static and hold 8192 elements.
// says: a read of memory that is not
#include "exercise.hpp"

__device__ double from[8192], to[8192];

__global__ void halve_kernel(int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i] / 2;
}

void halve(const double* in, double* out, int count) {
  if (count == 0) return;
  cudaMemcpyToSymbol(from, in, count * sizeof(double));
  halve_kernel<<<(count + 255) / 256, 256>>>(count);
  cudaMemcpyFromSymbol(out, to, count * sizeof(double));
}
