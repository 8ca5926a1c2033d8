// The buffer is freed one line too early: the kernel reads memory that is no longer allocated.
// expect-hazard: use-after-free a c
// expect-exit: 1|3
#include "../lens_check.hpp"

__global__ void add_up(const int* x, int n, int* sum) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += x[i];  // @a
  *sum = total;
}

int main() {
  const int x[] = {3, 5, 8, 13};
  int sum = 0;
  int *d_x, *d_sum;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_sum, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  CHECK(cudaFree(d_x));  // @c
  add_up<<<1, 1>>>(d_x, 4, d_sum);
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_sum));
  return sum == 29 ? 0 : 1;
}
