// The kernel is given the host vector's pointer for its input: without pageable access the device cannot
// read it.
// expect-hazard: out-of-bounds|host-access a
// expect-exit: 1|3
#include <vector>

#include "../lens_check.hpp"

__global__ void negate(const int* x, int* y) {
  y[threadIdx.x] = -x[threadIdx.x];  // @a
}

int main() {
  const int n = 64;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i;
  int* d_y;
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  negate<<<1, n>>>(x.data(), d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == -i;
  return right ? 0 : 1;
}
