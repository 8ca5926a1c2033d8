// The host reads managed memory as soon as the launch has returned: the kernel may not have begun.
// expect-hazard: not-waited-for b a
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void number(int* x) {
  x[threadIdx.x] = static_cast<int>(threadIdx.x);  // @a
}

int main() {
  const int n = 64;
  int* x;
  CHECK(cudaMallocManaged(&x, n * sizeof(int)));
  number<<<1, n>>>(x);
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && x[i] == i;  // @b
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(x));
  return right ? 0 : 1;
}
