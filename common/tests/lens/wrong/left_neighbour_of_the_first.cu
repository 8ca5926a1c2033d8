// The first thread reads its left neighbor: index -1, just before the array.
// expect-hazard: out-of-bounds a b
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

__global__ void differences(const double* x, double* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const double left = x[i - 1];  // @a
    y[i] = x[i] - left;
  }
}

int main() {
  const int n = 100;
  std::vector<double> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i * i;
  double *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(double)));  // @b
  CHECK(cudaMalloc(&d_y, n * sizeof(double)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(double), cudaMemcpyHostToDevice));
  differences<<<2, 64>>>(d_x, d_y, n);
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;  // y[0] is never used
  for (int i = 1; i < n; ++i) right = right && y[i] == 2 * i - 1;
  return right ? 0 : 1;
}
