// One warp halves everything.
// says: 32 threads make the accesses to global memory
#include "exercise.hpp"

__global__ void halve_kernel(const double* in, double* out, int count) {
  for (int i = threadIdx.x; i < count; i += 32) out[i] = in[i] / 2;
}

void halve(const double* in, double* out, int count) {
  if (count == 0) return;
  const size_t bytes = count * sizeof(double);
  double *d_in, *d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice);
  halve_kernel<<<1, 32>>>(d_in, d_out, count);
  cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}
