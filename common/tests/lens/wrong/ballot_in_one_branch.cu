// Lanes with a positive value vote with a full mask; the others have gone on to a shuffle: they meet at
// different operations.
// expect-hazard: missing-lanes a b
// expect-exit: 1
#include "../lens_check.hpp"

__global__ void count_positive(const int* x, int* out) {
  unsigned votes = 0;
  if (x[threadIdx.x] > 0) votes = __ballot_sync(0xffffffffu, 1);  // @a
  votes = __shfl_sync(0xffffffffu, votes, 0);                     // @b
  out[threadIdx.x] = __popc(votes);
}

int main() {
  int x[32], count = 0;
  for (int i = 0; i < 32; ++i) x[i] = i % 2;
  int *d_x, *d_out;
  CHECK(cudaMalloc(&d_x, sizeof(x)));
  CHECK(cudaMalloc(&d_out, sizeof(x)));
  CHECK(cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice));
  count_positive<<<1, 32>>>(d_x, d_out);
  CHECK(cudaMemcpy(&count, d_out, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_out));
  return count == 16 ? 0 : 1;
}
