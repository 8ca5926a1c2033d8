// The same pointer is used for two allocations: the first one can never be freed.
// expect-hazard: leak a
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void one(int* x) { *x = 1; }

int main() {
  int x = 0;
  int* d_x;
  CHECK(cudaMalloc(&d_x, sizeof(int)));  // @a
  CHECK(cudaMalloc(&d_x, sizeof(int)));
  one<<<1, 1>>>(d_x);
  CHECK(cudaMemcpy(&x, d_x, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  return x == 1 ? 0 : 1;
}
