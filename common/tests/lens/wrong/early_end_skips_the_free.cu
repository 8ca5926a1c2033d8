// A function that comes back early does not free what it has allocated so far.
// expect-hazard: leak a
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void check_sorted(const int* x, int n, int* unsorted) {
  for (int i = 1; i < n; ++i)
    if (x[i] < x[i - 1]) *unsorted = 1;
}

bool is_sorted(const int* x, int n) {
  int unsorted = 0;
  int *d_x, *d_unsorted;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));  // @a
  if (n < 2) return true;
  CHECK(cudaMalloc(&d_unsorted, sizeof(int)));
  CHECK(cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_unsorted, 0, sizeof(int)));
  check_sorted<<<1, 1>>>(d_x, n, d_unsorted);
  CHECK(cudaMemcpy(&unsorted, d_unsorted, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_unsorted));
  return unsorted == 0;
}

int main() {
  const int up[] = {1, 2, 2, 5}, down[] = {3, 1};
  return is_sorted(up, 4) && !is_sorted(down, 2) && is_sorted(up, 1) ? 0 : 1;
}
