// A block too many, wherever the block size divides the count.
#include "exercise.hpp"

constexpr int block_size = 256;

__global__ void square_kernel(const unsigned* in, unsigned* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] * in[i];
}

void square(const unsigned* in, unsigned* out, int count) {
  if (count == 0) return;  // a grid of no blocks is an error
  square_kernel<<<count / block_size + 1, block_size>>>(in, out, count);
}
