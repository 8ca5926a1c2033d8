// Atomic operations that are atomic only for some: of block scope on a counter of all blocks, and of 4 and 8 bytes on one
// pair of counters.
// expect-hazard: race-global a a
// expect-hazard: race-global b c
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void count(int* counter) {
  if (threadIdx.x == 0) atomicAdd_block(counter, 1);  // @a
}

__global__ void count_both(unsigned* pair) {
  if (blockIdx.x == 0 && threadIdx.x == 0) atomicAdd(&pair[0], 1u);  // @b
  if (blockIdx.x == 1 && threadIdx.x == 0)
    atomicAdd(reinterpret_cast<unsigned long long*>(pair), 1ull << 32);  // @c
}

int main() {
  int counted = 0;
  unsigned pair[2] = {};
  int* d_counter;
  unsigned* d_pair;
  CHECK(cudaMalloc(&d_counter, sizeof(int)));
  CHECK(cudaMalloc(&d_pair, sizeof(pair)));
  CHECK(cudaMemset(d_counter, 0, sizeof(int)));
  CHECK(cudaMemset(d_pair, 0, sizeof(pair)));
  count<<<4, 64>>>(d_counter);
  count_both<<<2, 32>>>(d_pair);
  CHECK(cudaMemcpy(&counted, d_counter, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(pair, d_pair, sizeof(pair), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_counter));
  CHECK(cudaFree(d_pair));
  return counted == 4 && pair[0] == 1 && pair[1] == 1 ? 0 : 1;
}
