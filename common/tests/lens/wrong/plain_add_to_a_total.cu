// Every block adds its part to one total with a plain +=: two blocks may read the same old value.
// expect-hazard: race-global a a
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void count_threads(int* total) {
  const int own = __syncthreads_count(threadIdx.x % 3 == 0);
  if (threadIdx.x == 0) *total += own;  // @a
}

int main() {
  int total = 0;
  int* d_total;
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  CHECK(cudaMemset(d_total, 0, sizeof(int)));
  count_threads<<<16, 96>>>(d_total);
  CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_total));
  return total == 16 * 32 ? 0 : 1;
}
