// Copies both arrays both ways, so that the input, which is const, is written.
// says: a write to an input, which the function is given as const
#include "exercise.hpp"

__global__ void halve_kernel(const double* in, double* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] / 2;
}

void halve(const double* in, double* out, int count) {
  if (count == 0) return;
  const size_t bytes = count * sizeof(double);
  double *d_in, *d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  double* const host[2] = {const_cast<double*>(in), out};
  double* const device[2] = {d_in, d_out};
  for (int k = 0; k < 2; ++k) cudaMemcpy(device[k], host[k], bytes, cudaMemcpyHostToDevice);
  halve_kernel<<<(count + 255) / 256, 256>>>(d_in, d_out, count);
  for (int k = 0; k < 2; ++k) cudaMemcpy(host[k], device[k], bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}
