// Copies from host memory that it has freed.
// says: an access of host memory that is not allocated
#include "exercise.hpp"

#include <cstdlib>
#include <cstring>

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
  double* const own = static_cast<double*>(std::malloc(bytes + 64));
  std::memcpy(own + 8, in, bytes);
  std::free(own);
  cudaMemcpy(d_in, own + 8, bytes, cudaMemcpyHostToDevice);
  halve_kernel<<<(count + 255) / 256, 256>>>(d_in, d_out, count);
  cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}
