// The kernel writes host memory: it is pinned and mapped, and the host reads it after a synchronization.
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void square(const int* x, int* y) { y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x]; }

int main() {
  const int n = 64;
  int *x, *y, *d_x, *d_y;
  CHECK(cudaHostAlloc(&x, n * sizeof(int), cudaHostAllocMapped));
  CHECK(cudaHostAlloc(&y, n * sizeof(int), cudaHostAllocMapped));
  for (int i = 0; i < n; ++i) x[i] = i;
  CHECK(cudaHostGetDevicePointer(&d_x, x, 0));
  CHECK(cudaHostGetDevicePointer(&d_y, y, 0));
  square<<<1, n>>>(d_x, d_y);
  CHECK(cudaDeviceSynchronize());
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == i * i;
  CHECK(cudaFreeHost(x));
  CHECK(cudaFreeHost(y));
  return right ? 0 : 1;
}
