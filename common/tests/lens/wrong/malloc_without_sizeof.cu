// cudaMalloc is given a number of elements for a number of bytes: three quarters of the array lie outside.
// expect-hazard: out-of-bounds a c
// expect-hazard: out-of-bounds b c
// allow-hazard: uninitialized-global b
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void number(int* x, int n) {
  if (static_cast<int>(threadIdx.x) < n) x[threadIdx.x] = static_cast<int>(threadIdx.x);  // @a
}

__global__ void add_up(const int* x, int n, int* sum) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += x[i];  // @b
  *sum = total;
}

int main() {
  const int n = 100;
  int sum = 0;
  int *d_x, *d_sum;
  CHECK(cudaMalloc(&d_sum, sizeof(int)));
  CHECK(cudaMalloc(&d_x, n));  // @c
  number<<<1, 128>>>(d_x, n);
  add_up<<<1, 1>>>(d_x, n, d_sum);
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_sum));
  return sum == n * (n - 1) / 2 ? 0 : 1;
}
