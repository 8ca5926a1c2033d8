// Every round allocates a scratch buffer and none is freed.
// expect-hazard: leak a
// expect-exit: 0
#include "../lens_check.hpp"

__global__ void fill(int* scratch, int value) { scratch[threadIdx.x] = value; }

int main() {
  for (int round = 0; round < 3; ++round) {
    int last = -1;
    int* scratch;
    CHECK(cudaMalloc(&scratch, 64 * sizeof(int)));  // @a
    fill<<<1, 64>>>(scratch, round);
    CHECK(cudaMemcpy(&last, scratch + 63, sizeof(int), cudaMemcpyDeviceToHost));
    if (last != round) return 1;
  }
  return 0;
}
