// The C library's memcpy is used where cudaMemcpy is needed: the host itself reads device memory.
// expect-hazard: host-access a c
// expect-exit: 3
#include <cstring>
#include <vector>

#include "../lens_check.hpp"

__global__ void number(int* x) { x[threadIdx.x] = static_cast<int>(threadIdx.x) * 2; }

int main() {
  const size_t n = 100;
  std::vector<int> x(n);
  int* d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));  // @c
  number<<<1, n>>>(d_x);
  CHECK(cudaDeviceSynchronize());
  std::memcpy(x.data(), d_x, n * sizeof(int));  // @a
  CHECK(cudaFree(d_x));
  return x[0] == 0 && x[n - 1] == 2 * (n - 1) ? 0 : 1;
}
