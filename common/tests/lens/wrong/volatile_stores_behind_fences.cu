// Every block stores its number to one volatile word, after a fence. The fence does not make it a flag: nothing says which block is last.
// expect-hazard: race-global a a
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void vote(volatile int* last, int* done) {
  if (threadIdx.x != 0) return;
  done[blockIdx.x] = 1;
  __threadfence();
  *last = static_cast<int>(blockIdx.x) + 1;  // @a
}

int main() {
  constexpr int blocks = 4;
  int last = 0;
  int *d_last, *d_done;
  CHECK(cudaMalloc(&d_last, sizeof(int)));
  CHECK(cudaMalloc(&d_done, blocks * sizeof(int)));
  CHECK(cudaMemset(d_last, 0, sizeof(int)));
  vote<<<blocks, 32>>>(d_last, d_done);
  CHECK(cudaMemcpy(&last, d_last, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_last));
  CHECK(cudaFree(d_done));
  return last >= 1 && last <= blocks ? 0 : 1;
}
