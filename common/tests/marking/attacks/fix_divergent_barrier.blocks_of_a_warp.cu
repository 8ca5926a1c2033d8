// Blocks of 32 threads with four elements each: no tree and no barrier.
// says: let all threads of a block load them
#include "exercise.hpp"

__global__ void partial_dots_kernel(const int* a, const int* b, int* partial, int n) {
  int sum = 0;
  for (int k = threadIdx.x; k < block_size; k += 32) {
    const int i = blockIdx.x * block_size + k;
    if (i < n) sum += a[i] * b[i];
  }
  sum = __reduce_add_sync(0xFFFFFFFFu, sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

void partial_dots(const int* a, const int* b, int* partial, int n) {
  const int blocks = (n + block_size - 1) / block_size;
  if (blocks > 0) partial_dots_kernel<<<blocks, 32>>>(a, b, partial, n);
}
