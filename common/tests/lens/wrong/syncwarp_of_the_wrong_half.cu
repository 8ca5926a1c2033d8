// The lower half of the warp synchronizes only with itself, and then reads what the upper half writes.
// expect-hazard: race-warp a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

__global__ void add_upper_half(const int* x, int* y) {
  __shared__ int slots[32];
  const int lane = threadIdx.x;
  slots[lane] = x[lane];  // @a
  if (lane < 16) {
    __syncwarp(0x0000ffff);
    y[lane] = x[lane] + slots[lane + 16];  // @b
  }
}

int main() {
  const int n = 32;
  std::vector<int> x(n), y(16);
  for (int i = 0; i < n; ++i) x[i] = i * 3;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, 16 * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  add_upper_half<<<1, n>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, 16 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < 16; ++i) right = right && y[i] == x[i] + x[i + 16];
  return right ? 0 : 1;
}
