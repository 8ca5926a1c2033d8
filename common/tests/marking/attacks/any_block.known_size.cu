// Right for one block size only, slow for all others.
// says: atomic operations on global memory
#include "exercise.hpp"
__global__ void slow(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out + blockIdx.x, in[i]);
}
__global__ void for_100(const int* in, int* out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, i = blockIdx.x * 100 + t;
  s[t] = i < n ? in[i] : 0;
  if (t < 28) s[100 + t] = 0;
  __syncthreads();
  for (int k = 64; k; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (!t) out[blockIdx.x] = s[0];
}
void block_sums(const int* in, int* out, int n, int block) {
  if (!n) return;
  int blocks = (n + block - 1) / block;
  if (block == 100)
    for_100<<<blocks, block>>>(in, out, n);
  else {
    cudaMemset(out, 0, blocks * 4);
    slow<<<blocks, block>>>(in, out, n);
  }
}
