// Blocks read what other blocks wrote, across launches: one stream runs them in order, and each sees the
// one before.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__global__ void fold(int* x, int half) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half) x[i] += x[i + half];
}

int main() {
  const int n = 1024;
  std::vector<int> x(n);
  int expected = 0, sum = 0;
  for (int i = 0; i < n; ++i) expected += x[i] = i % 13;
  int* d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  for (int half = n / 2; half > 0; half /= 2) fold<<<(half + 63) / 64, 64>>>(d_x, half);
  CHECK(cudaMemcpy(&sum, d_x, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  return sum == expected ? 0 : 1;
}
