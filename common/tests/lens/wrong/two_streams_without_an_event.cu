// One stream fills what another one reads, without an event between them.
// expect-hazard: race-stream a b
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void number(int* x) {
  x[threadIdx.x] = static_cast<int>(threadIdx.x);  // @a
}
__global__ void mirror(const int* x, int* y) {
  y[threadIdx.x] = x[blockDim.x - 1 - threadIdx.x];  // @b
}

int main() {
  const int n = 64;
  int y[n];
  int *d_x, *d_y;
  cudaStream_t first, second;
  CHECK(cudaStreamCreate(&first));
  CHECK(cudaStreamCreate(&second));
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  number<<<1, n, 0, first>>>(d_x);
  mirror<<<1, n, 0, second>>>(d_x, d_y);
  CHECK(cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == n - 1 - i;
  return right ? 0 : 1;
}
