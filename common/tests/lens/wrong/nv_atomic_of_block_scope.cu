// All blocks count in one word by an operation that is atomic for the own block only.
// expect-hazard: race-global a
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void count(int* total) {
  __nv_atomic_fetch_add(total, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);  // @a
}

int main() {
  int total = 0;
  int* d_total;
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  CHECK(cudaMemset(d_total, 0, sizeof(int)));
  count<<<4, 64>>>(d_total);
  CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_total));
  return total == 256 ? 0 : 1;
}
