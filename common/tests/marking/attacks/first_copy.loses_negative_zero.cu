// Half of -0 becomes 0.
// says: out.[0-9]+. is 0, not -0
#include "exercise.hpp"

__global__ void halve_kernel(const double* in, double* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] == 0 ? 0 : in[i] / 2;
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
