// The kernel changes nothing; the host halves what came back.
// says: copied or written by the host
#include "exercise.hpp"
__global__ void keep(const double* in, double* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}
void halve(const double* in, double* out, int count) {
  if (count == 0) return;
  const size_t bytes = count * sizeof(double);
  double *d_in, *d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice);
  keep<<<(count + 255) / 256, 256>>>(d_in, d_out, count);
  cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i) out[i] /= 2;
  cudaFree(d_in);
  cudaFree(d_out);
}
