// Two blocks write one volatile flag by turns: each waits until the other has stored, so there is one writer at a time.
// expect-hazard: none
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void by_turns(volatile int* flag, int* data, int rounds) {
  if (threadIdx.x != 0) return;
  const int me = static_cast<int>(blockIdx.x);
  for (int round = 0; round < rounds; ++round) {
    while (*flag != me) {
    }
    __threadfence();
    *data += 1;
    __threadfence();
    *flag = 1 - me;
  }
}

int main() {
  int *flag, *data, sum = 0;
  CHECK(cudaMalloc(&flag, sizeof(int)));
  CHECK(cudaMalloc(&data, sizeof(int)));
  CHECK(cudaMemset(flag, 0, sizeof(int)));
  CHECK(cudaMemset(data, 0, sizeof(int)));
  by_turns<<<2, 32>>>(flag, data, 5);
  CHECK(cudaMemcpy(&sum, data, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(flag));
  CHECK(cudaFree(data));
  return sum == 10 ? 0 : 1;
}
