// Threads of two warps set different bits of the same byte with |=: a byte is written as a whole.
// expect-hazard: race-shared a a
// expect-exit: 3
#include "../lens_check.hpp"

__global__ void mark(unsigned char* out) {
  __shared__ unsigned char flags[32];
  if (threadIdx.x < 32) flags[threadIdx.x] = 0;
  __syncthreads();
  const unsigned char bit = threadIdx.x < 32 ? 1 : 2;
  flags[threadIdx.x % 32] |= bit;  // @a
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = flags[threadIdx.x];
}

int main() {
  unsigned char out[32];
  unsigned char* d_out;
  CHECK(cudaMalloc(&d_out, sizeof(out)));
  mark<<<1, 64>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (const unsigned char flags : out) right = right && flags == 3;
  return right ? 0 : 1;
}
