// One block leaves a plain value for another block of the same launch: nothing orders the two.
// expect-hazard: race-global a b
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void pass_on(int* box, int* seen) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *box = 42;     // @a
  if (blockIdx.x == 1 && threadIdx.x == 0) *seen = *box;  // @b
}

int main() {
  int seen = -1;
  int *d_box, *d_seen;
  CHECK(cudaMalloc(&d_box, sizeof(int)));
  CHECK(cudaMalloc(&d_seen, sizeof(int)));
  CHECK(cudaMemset(d_box, 0, sizeof(int)));
  pass_on<<<2, 32>>>(d_box, d_seen);
  CHECK(cudaMemcpy(&seen, d_seen, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_box));
  CHECK(cudaFree(d_seen));
  return seen == 0 || seen == 42 ? 0 : 1;
}
