// The first block waits until all have drawn a ticket.
// says: blocks wait for other blocks
#include "exercise.hpp"

__device__ int sum_of_block(int* slot, int value) {
  slot[threadIdx.x] = value;
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) slot[threadIdx.x] += slot[threadIdx.x + half];
    __syncthreads();
  }
  return slot[0];
}

__global__ void add(const int* in, int* partial, unsigned* ticket, int* result, int n) {
  __shared__ int slot[block_size];
  int own = 0;
  for (int i = blockIdx.x * block_size + threadIdx.x; i < n; i += blocks * block_size) own += in[i];
  own = sum_of_block(slot, own);
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = own;
  __threadfence();
  atomicInc(ticket, blocks);
  if (blockIdx.x != 0) return;
  while (*static_cast<volatile unsigned*>(ticket) != blocks) __nanosleep(100);
  __threadfence();
  own = 0;
  for (int b = 0; b < blocks; ++b) own += partial[b];
  *result = own;
  *ticket = 0;
}

void sum_once(const int* in, int* partial, unsigned* ticket, int* result, int n) {
  add<<<blocks, block_size>>>(in, partial, ticket, result, n);
}
