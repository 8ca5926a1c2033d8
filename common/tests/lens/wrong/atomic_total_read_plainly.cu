// Blocks add to a total atomically, but look at it with a plain read while others still add.
// expect-hazard: race-global a b
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

__global__ void add_and_look(int* total, int* looked) {
  if (threadIdx.x != 0) return;
  atomicAdd(total, 5);          // @a
  looked[blockIdx.x] = *total;  // @b
}

int main() {
  const int blocks = 12;
  int total = 0;
  std::vector<int> looked(blocks);
  int *d_total, *d_looked;
  CHECK(cudaMalloc(&d_total, sizeof(int)));
  CHECK(cudaMalloc(&d_looked, blocks * sizeof(int)));
  CHECK(cudaMemset(d_total, 0, sizeof(int)));
  add_and_look<<<blocks, 32>>>(d_total, d_looked);
  CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(looked.data(), d_looked, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_total));
  CHECK(cudaFree(d_looked));
  bool right = total == 5 * blocks;
  for (const int value : looked) right = right && value >= 5 && value <= total;
  return right ? 0 : 1;
}
