// The textbook's unrolled tree, chosen by a switch over the sizes of blocks, in which 512, 16, 8 and 4 were forgotten: then nothing is launched.
// says: was never written .n = 2051, blocks of 4
#include "exercise.hpp"

template <int block>
__global__ void block_sums_kernel(const int* in, int* partial, int n) {
  __shared__ int slot[block];
  const int thread = threadIdx.x;
  const int i = blockIdx.x * block + thread;
  slot[thread] = i < n ? in[i] : 0;
  __syncthreads();
#pragma unroll
  for (int stride = block / 2; stride > 0; stride /= 2) {
    if (thread < stride) slot[thread] += slot[thread + stride];
    __syncthreads();
  }
  if (thread == 0) partial[blockIdx.x] = slot[0];
}

void block_sums(const int* in, int* partial, int n, int block) {
  const int blocks = (n + block - 1) / block;
  if (blocks <= 0) return;
  switch (block) {
    case 1024: block_sums_kernel<1024><<<blocks, block>>>(in, partial, n); break;
    case 256: block_sums_kernel<256><<<blocks, block>>>(in, partial, n); break;
    case 128: block_sums_kernel<128><<<blocks, block>>>(in, partial, n); break;
    case 64: block_sums_kernel<64><<<blocks, block>>>(in, partial, n); break;
    case 32: block_sums_kernel<32><<<blocks, block>>>(in, partial, n); break;
    case 2: block_sums_kernel<2><<<blocks, block>>>(in, partial, n); break;
    case 1: block_sums_kernel<1><<<blocks, block>>>(in, partial, n); break;
  }
}
