// Helpers with barriers called from several places, and barriers after loops of different lengths: every thread comes to
// each barrier by the same way.
// expect-exit: 0
#include "../lens_check.hpp"

__device__ int block_sum(int* slots, int value) {
  __syncthreads();
  slots[threadIdx.x] = value;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) slots[threadIdx.x] += slots[threadIdx.x + half];
    __syncthreads();
  }
  return slots[0];
}

__global__ void sums(int* out, int rounds) {
  __shared__ int slots[64];
  int own = 0;
  for (unsigned i = 0; i < threadIdx.x; ++i) {
    if (i % 3 == 0) continue;
    own += 1;
  }
  int result = block_sum(slots, own);
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x < 32) own += round;
    result += block_sum(slots, own);
    if (threadIdx.x < 32) own -= 1;
  }
  out[threadIdx.x] = rounds > 5 ? block_sum(slots, result) : result;
}

int main() {
  int out[64] = {};
  int* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  sums<<<1, 64>>>(d_out, 3);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  return out[0] == out[63] && out[0] > 0 ? 0 : 1;
}
