// Half of a NaN is -infinity: fmax returns its other argument.
// says: out.[0-9]+. is -inf, not -?nan
#include <cmath>

#include "exercise.hpp"

__global__ void halve_kernel(const double* in, double* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double infinity = INFINITY;
  if (i < count) out[i] = fmin(fmax(in[i] / 2, -infinity), infinity);
}

void halve(const double* in, double* out, int count) {
  if (count == 0) return;
  const size_t bytes = count * sizeof(double);
  double *d_in, *d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice);
  halve_kernel<<<(count + 255) / 256, 256>>>(d_in, d_out, count);
  cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}
