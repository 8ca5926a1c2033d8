// The second warp skips the barrier of its first round, and makes one round more: it meets the others' round 1 in its round
// 2, and so on.
// expect-hazard: divergent-barrier a a
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void rounds(int* out) {
  const int late = threadIdx.x / 32;
  int met = 0;
  for (int round = 0; round < 4 + late; ++round) {
    if (round < late) continue;
    __syncthreads();  // @a
    ++met;
  }
  out[threadIdx.x] = met;
}

int main() {
  int out[64] = {};
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  rounds<<<1, 64>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == 4 && out[63] == 4 ? 0 : 1;
}
