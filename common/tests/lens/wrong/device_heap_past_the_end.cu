// Each thread's array from the device's heap has one element less than the loop takes.
// expect-hazard: out-of-bounds a b
// expect-exit: 1|3
#include "../lens_check.hpp"

__global__ void prefixes(int* total, int n) {
  int* own = static_cast<int*>(malloc(n * sizeof(int)));  // @b
  own[0] = 0;
  for (int i = 1; i <= n; ++i) own[i] = i;  // @a
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += own[i];
  total[threadIdx.x] = sum;
  free(own);
}

int main() {
  const int n = 16, threads = 32;
  int total[threads];
  int* d_total;
  CHECK(cudaMalloc(&d_total, sizeof(total)));
  prefixes<<<1, threads>>>(d_total, n);
  CHECK(cudaMemcpy(total, d_total, sizeof(total), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_total));
  return total[threads - 1] == n * (n - 1) / 2 ? 0 : 1;
}
