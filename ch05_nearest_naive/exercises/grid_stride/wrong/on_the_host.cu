// Computes on the host and copies the result to the device; a kernel idles beside it.
#include "exercise.hpp"

__global__ void idle() {}

void scale_and_add(float alpha, const float* x, const float* y, float* z, std::int64_t n) {
  float* a = new float[n + 1];
  cudaMemcpy(a, x, n * sizeof(float), cudaMemcpyDeviceToHost);
  float* b = new float[n + 1];
  cudaMemcpy(b, y, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (std::int64_t i = 0; i < n; ++i) b[i] = alpha * a[i] + b[i];
  cudaMemcpy(z, b, n * sizeof(float), cudaMemcpyHostToDevice);
  idle<<<1, 1>>>();
  delete[] a;
  delete[] b;
}
