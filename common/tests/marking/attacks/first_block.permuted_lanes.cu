// The lanes of a warp read elements that are 8 apart, in each block that is full.
// says: 32 sectors per request
#include "exercise.hpp"

constexpr int block_size = 256;

__global__ void square_kernel(const unsigned* in, unsigned* out, int count) {
  const int first = blockIdx.x * blockDim.x;
  const bool is_whole = count - first >= block_size;
  const int i = first + (is_whole ? threadIdx.x % 32 * 8 + threadIdx.x / 32 : threadIdx.x);
  if (i < count) out[i] = in[i] * in[i];
}

void square(const unsigned* in, unsigned* out, int count) {
  if (count == 0) return;  // a grid of no blocks is an error
  square_kernel<<<(count + block_size - 1) / block_size, block_size>>>(in, out, count);
}
