// A tree whose levels are written out: six conditions are one too strict, so blocks of 5, 9, 17, 129, 257 and 513 threads lose a slot.
// says: partial\[[0-9]+\] is .* blocks of 5\)
#include "exercise.hpp"

__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  extern __shared__ int slot[];
  const int t = threadIdx.x, size = blockDim.x;
  const int i = blockIdx.x * size + t;
  slot[t] = i < n ? in[i] : 0;
  __syncthreads();
  const auto fold = [&](int half) {
    if (t < half && t + half < size) slot[t] += slot[t + half];
    __syncthreads();
  };
  if (size >= 514) fold(512);
  if (size >= 258) fold(256);
  if (size >= 130) fold(128);
  if (size >= 65) fold(64);
  if (size >= 33) fold(32);
  if (size >= 18) fold(16);
  if (size >= 10) fold(8);
  if (size >= 6) fold(4);
  if (size >= 3) fold(2);
  if (size >= 2) fold(1);
  if (t == 0) partial[blockIdx.x] = slot[0];
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks > 0) block_sums_kernel<<<blocks, block, block * sizeof(int)>>>(in, partial, n);
}
