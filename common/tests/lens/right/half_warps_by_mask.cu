// The halves of a warp run different code with different __syncwarp masks: each half exchanges only among
// its own lanes.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__global__ void mirror_halves(const int* x, int* y) {
  __shared__ int slots[32];
  const int lane = threadIdx.x;
  slots[lane] = x[lane];
  if (lane < 16) {
    __syncwarp(0x0000ffff);
    y[lane] = slots[15 - lane];
  } else {
    __syncwarp(0xffff0000);
    y[lane] = -slots[47 - lane];
  }
}

int main() {
  const int n = 32;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i + 1;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  mirror_halves<<<1, n>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == (i < 16 ? x[15 - i] : -x[47 - i]);
  return right ? 0 : 1;
}
