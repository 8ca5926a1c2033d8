// One block sets a counter by a volatile store while the others add to it: sums are lost, fence or not.
// expect-hazard: race-global set add
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void count(int* counter) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 1) {
    __threadfence();
    *const_cast<volatile int*>(counter) = 100;  // @set
  } else {
    atomicAdd(counter, 1);  // @add
  }
}

int main() {
  int sum = 0;
  int* d_counter;
  CHECK(cudaMalloc(&d_counter, sizeof(int)));
  CHECK(cudaMemset(d_counter, 0, sizeof(int)));
  count<<<3, 32>>>(d_counter);
  CHECK(cudaMemcpy(&sum, d_counter, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_counter));
  return sum >= 100 ? 0 : 1;
}
