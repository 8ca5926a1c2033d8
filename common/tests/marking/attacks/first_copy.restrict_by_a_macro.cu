// A macro hides __restrict__ on two pointers that are the same array.
// says: restrict-overlap
#include "exercise.hpp"

#define ALONE __restrict__

__global__ void halve_kernel(const double* ALONE in, double* ALONE out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] / 2;
}

void halve(const double* in, double* out, int count) {
  if (count == 0) return;
  const size_t bytes = count * sizeof(double);
  double* both;
  cudaMalloc(&both, bytes);
  cudaMemcpy(both, in, bytes, cudaMemcpyHostToDevice);
  halve_kernel<<<(count + 255) / 256, 256>>>(both, both, count);
  cudaMemcpy(out, both, bytes, cudaMemcpyDeviceToHost);
  cudaFree(both);
}
