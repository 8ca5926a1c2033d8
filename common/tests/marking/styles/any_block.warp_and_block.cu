// The book's error macro, and a first step down to a power of two.
#include <stdio.h>
#include "exercise.hpp"

#define FULL_MASK 0xffffffffu
#define gpuErrchk(ans) \
  { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char* file, int line, bool abort = true) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort) exit(code);
  }
}

__global__ void sums(const int* g_idata, int* g_odata, int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_idata[i] : 0;
  __syncthreads();
  // the slots past the largest power of two first
  int p2 = 1 << (31 - __clz(blockDim.x));
  if (tid + p2 < blockDim.x) sdata[tid] += sdata[tid + p2];
  __syncthreads();
  for (unsigned int s = p2 / 2; s > 0; s >>= 1) {
    if (tid < s) {
      sdata[tid] += sdata[tid + s];
    }
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

void block_sums(const int* in, int* partial, int n, int block) {
  if (n == 0) return;
  sums<<<(n + block - 1) / block, block, sizeof(int) * block>>>(in, partial, n);
  gpuErrchk(cudaPeekAtLastError());
  gpuErrchk(cudaDeviceSynchronize());
}
