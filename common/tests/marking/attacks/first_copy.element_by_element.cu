// Copies 8 bytes per call, 2 * count calls of cudaMemcpy.
// says: 16384 calls copy or fill memory
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
  for (int i = 0; i < count; ++i) cudaMemcpy(d_in + i, in + i, sizeof(double), cudaMemcpyHostToDevice);
  halve_kernel<<<(count + 255) / 256, 256>>>(d_in, d_out, count);
  for (int i = 0; i < count; ++i) cudaMemcpy(out + i, d_out + i, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}
