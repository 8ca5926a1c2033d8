// Input and output are the same array, named twice: every element is read and written by its own thread only.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__global__ void square(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

int main() {
  const int n = 150;
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  float* d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  square<<<3, 64>>>(d_x, d_x, n);
  CHECK(cudaMemcpy(x.data(), d_x, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && x[i] == static_cast<float>(i * i);
  return right ? 0 : 1;
}
