// The host adds the blocks' sums.
// says: words of the result were copied or written by the host
#include "exercise.hpp"
__global__ void k(const int* in, int* partial, int n) {
  __shared__ int slot[block_size];
  int s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += in[i];
  slot[threadIdx.x] = s;
  __syncthreads();
  for (int d = block_size / 2; d > 0; d /= 2) {
    if (threadIdx.x < d) slot[threadIdx.x] += slot[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = slot[0];
}
void sum_once(const int* in, int* partial, unsigned*, int* result, int n) {
  k<<<blocks, block_size>>>(in, partial, n);
  int of_blocks[blocks], sum = 0;
  cudaMemcpy(of_blocks, partial, sizeof of_blocks, cudaMemcpyDeviceToHost);
  for (int each : of_blocks) sum += each;
  cudaMemcpy(result, &sum, sizeof sum, cudaMemcpyHostToDevice);
}
