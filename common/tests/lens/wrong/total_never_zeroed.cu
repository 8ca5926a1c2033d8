// Threads add atomically to a total that was never set to zero.
// expect-hazard: uninitialized-global a
// expect-exit: 1|3
#include "../lens_check.hpp"

__global__ void count_odd(int* total) {
  if (threadIdx.x % 2 == 1) atomicAdd(total, 1);  // @a
}

int main() {
  int total = 0;
  int* d_total;
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  count_odd<<<3, 64>>>(d_total);
  CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_total));
  return total == 3 * 32 ? 0 : 1;
}
