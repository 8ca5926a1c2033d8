// Host and kernel touch the same memory by the same pointer: with managed memory they may, with a synchronization
// between.
// expect-exit: 0
#include "../lens_check.hpp"

__managed__ int calls = 0;

__global__ void square(int* x) {
  x[threadIdx.x] *= x[threadIdx.x];
  if (threadIdx.x == 0) ++calls;
}

int main() {
  const int n = 64;
  int* x;
  CHECK(cudaMallocManaged(&x, n * sizeof(int)));
  for (int i = 0; i < n; ++i) x[i] = i;
  square<<<1, n>>>(x);
  CHECK(cudaDeviceSynchronize());
  bool right = calls == 1;
  for (int i = 0; i < n; ++i) right = right && x[i] == i * i;
  CHECK(cudaFree(x));
  return right ? 0 : 1;
}
