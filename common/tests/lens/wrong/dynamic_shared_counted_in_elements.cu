// The launch asks for 64 bytes of dynamic shared memory where 64 ints are meant: sizeof is missing.
// expect-hazard: out-of-bounds a
// expect-hazard: out-of-bounds b
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

__global__ void reverse(const int* x, int* y) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = x[threadIdx.x];  // @a
  __syncthreads();
  y[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];  // @b
}

int main() {
  const int n = 64;
  std::vector<int> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = 2 * i + 1;
  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_y, n * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  reverse<<<1, n, n>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == x[n - 1 - i];
  return right ? 0 : 1;
}
