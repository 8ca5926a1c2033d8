// The runtime proposes the block.
#include <cstdio>
#include "exercise.hpp"

__global__ void k(const unsigned* in, unsigned* out, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = __ldg(in + i);
  out[i] = v * v;
}

void square(const unsigned* in, unsigned* out, int n) {
  if (!n) return;
  int minGrid = 0, blockSize = 0;
  cudaOccupancyMaxPotentialBlockSize(&minGrid, &blockSize, k, 0, 0);
  if (blockSize > 256) blockSize = 256;
  int gridSize = (n + blockSize - 1) / blockSize;
  k<<<gridSize, blockSize>>>(in, out, n);
}
