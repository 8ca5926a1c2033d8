// Warps leave their sums to the host.
// says: of the result (was|were) copied
#include "exercise.hpp"
__global__ void k(const unsigned* in, unsigned* scratch, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  unsigned total = 0;
  for (int i = thread; i < n; i += threads) total += in[i];
  for (int d = 16; d > 0; d /= 2) total += __shfl_down_sync(~0u, total, d);
  if (threadIdx.x % 32 == 0) scratch[thread / 32] = total;
}
void sum(const unsigned* in, unsigned* scratch, unsigned* result, int n) {
  k<<<16, 128>>>(in, scratch, n);
  unsigned of_warps[64], sum = 0;
  cudaMemcpy(of_warps, scratch, sizeof of_warps, cudaMemcpyDeviceToHost);
  for (unsigned each : of_warps) sum += each;
  cudaMemcpy(result, &sum, sizeof sum, cudaMemcpyHostToDevice);
}
