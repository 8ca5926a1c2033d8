// The host adds up the result through the device pointer instead of copying it first.
// expect-hazard: host-access a c
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void number(int* x) { x[threadIdx.x] = static_cast<int>(threadIdx.x); }

int main() {
  const int n = 64;
  int* d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));  // @c
  number<<<1, n>>>(d_x);
  CHECK(cudaDeviceSynchronize());
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += d_x[i];  // @a
  CHECK(cudaFree(d_x));
  return sum == n * (n - 1) / 2 ? 0 : 1;
}
