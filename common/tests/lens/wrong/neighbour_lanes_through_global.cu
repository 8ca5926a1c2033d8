// Lanes of one warp exchange values through global memory without a __syncwarp.
// expect-hazard: race-warp|race-global a b
// allow-hazard: uninitialized-global b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

__global__ void swap_pairs(const int* x, int* scratch, int* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  scratch[i] = x[i];      // @a
  y[i] = scratch[i ^ 1];  // @b
}

int main() {
  const int n = 128;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i + 100;
  int *d_x, *d_scratch, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_scratch, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  swap_pairs<<<2, 64>>>(d_x, d_scratch, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_scratch));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == x[i ^ 1];
  return right ? 0 : 1;
}
