// A volatile scan within a warp: volatile orders a lane's own accesses, not those of its neighbors.
// expect-hazard: race-warp a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

__global__ void scan(const int* x, int* y) {
  __shared__ volatile int sums[32];
  const int lane = threadIdx.x;
  sums[lane] = x[lane];
  __syncwarp();
  for (int distance = 1; distance < 32; distance *= 2) {
    int left = 0;
    if (lane >= distance) left = sums[lane - distance];  // @a
    sums[lane] = sums[lane] + left;                      // @b
  }
  y[lane] = sums[lane];
}

int main() {
  const int n = 32;
  std::vector<int> x(n, 1), y(n);
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  scan<<<1, n>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == i + 1;
  return right ? 0 : 1;
}
