// Page-locked memory that both sides share, and the host reads the results at once: it does not wait for the kernel, and gets what was there before.
// says: not-waited-for .* Host code reads 8 bytes of page-locked host memory
#include "exercise.hpp"

__global__ void halve_kernel(const double* in, double* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] / 2;
}

void halve(const double* in, double* out, int count) {
  if (count == 0) return;
  double *from, *to;
  cudaMallocHost(&from, count * sizeof(double));
  cudaMallocHost(&to, count * sizeof(double));
  for (int i = 0; i < count; ++i) from[i] = in[i];
  halve_kernel<<<(count + 255) / 256, 256>>>(from, to, count);
  for (int i = 0; i < count; ++i) out[i] = to[i];
  cudaFreeHost(from);
  cudaFreeHost(to);
}
