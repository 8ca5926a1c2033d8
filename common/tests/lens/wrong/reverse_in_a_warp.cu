// Lanes of one warp exchange values through shared memory with no __syncwarp between.
// expect-hazard: race-warp a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

__global__ void reverse(const int* x, int* y) {
  __shared__ int slots[32];
  slots[threadIdx.x] = x[threadIdx.x];       // @a
  y[threadIdx.x] = slots[31 - threadIdx.x];  // @b
}

int main() {
  const int n = 32;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = 11 * i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  reverse<<<1, n>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == x[n - 1 - i];
  return right ? 0 : 1;
}
