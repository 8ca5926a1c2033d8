// The input is allocated on the device but never copied there.
// expect-hazard: uninitialized-global a
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

__global__ void axpy(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];  // @a
}

int main() {
  const int n = 100;
  std::vector<float> x(n, 2.0f), y(n, 1.0f);
  float *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_y, n * sizeof(float)));
  CHECK(cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  axpy<<<2, 64>>>(3.0f, d_x, d_y, n);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (const float value : y) right = right && value == 1.0f + 3.0f * x[0];
  return right ? 0 : 1;
}
