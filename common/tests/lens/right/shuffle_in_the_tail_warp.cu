// A shuffle among the lanes of a tail warp only: the mask is voted by all lanes before they part, and no
// lane outside is asked.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__global__ void next_of(const int* x, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned inside = __ballot_sync(0xffffffffu, i < n);
  if (i >= n) return;
  const int lane = threadIdx.x % 32, last = 31 - __clz(inside);
  const int value = x[i];
  y[i] = __shfl_sync(inside, value, lane < last ? lane + 1 : last);
}

int main() {
  const int n = 75;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = 3 * i;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  next_of<<<2, 64>>>(d_x, d_y, n);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == x[i % 32 == 31 || i == n - 1 ? i : i + 1];
  return right ? 0 : 1;
}
