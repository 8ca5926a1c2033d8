// Managed memory.
#include <algorithm>
#include "exercise.hpp"

__global__ void halve_kernel(double* v, size_t n) {
  size_t stride = blockDim.x * gridDim.x;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) v[i] = v[i] / 2;
}

void halve(const double* in, double* out, int count) {
  if (count < 1) return;
  double* v = nullptr;
  cudaMallocManaged(&v, sizeof(double) * count);
  std::copy(in, in + count, v);
  halve_kernel<<<std::max(1, (count + 255) / 256), 256>>>(v, count);
  cudaDeviceSynchronize();
  std::copy_n(v, count, out);
  cudaFree(v);
}
