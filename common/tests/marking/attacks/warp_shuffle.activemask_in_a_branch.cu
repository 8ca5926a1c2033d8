// Shuffles in a branch under __activemask(), which need not be the lanes that take the branch.
// says: Only if blocks, warps and lanes run in another order
#include "exercise.hpp"
__global__ void k(const int* in, int* partial, int n) {
  __shared__ int sums[32];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    const unsigned mask = __activemask();
    int v = in[i];
    for (int d = 16; d > 0; d /= 2) {
      const int other = __shfl_down_sync(mask, v, d);
      if (mask >> (t % 32) >> d & 1) v += other;
    }
    if (t % 32 == 0) sums[t / 32] = v;
  } else if (t % 32 == 0) {
    sums[t / 32] = 0;
  }
  __syncthreads();
  if (t < 32) {
    int v = t < blockDim.x / 32 ? sums[t] : 0;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xFFFFFFFFu, v, d);
    if (t == 0) partial[blockIdx.x] = v;
  }
}
void block_sums(const int* in, int* partial, int n, int block) {
  if (n > 0) k<<<(n + block - 1) / block, block>>>(in, partial, n);
}
