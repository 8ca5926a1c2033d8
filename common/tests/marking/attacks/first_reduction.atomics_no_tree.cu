// An atomic operation per element.
// says: atomic operations on global memory, most of them at line
#include "exercise.hpp"
__global__ void k(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out + blockIdx.x, in[i]);
}
void block_sums(const int* in, int* out, int n, int block) {
  if (!n) return;
  int b = (n + block - 1) / block;
  cudaMemset(out, 0, 4 * b);
  k<<<b, block>>>(in, out, n);
}
