// Always 64 blocks: the size of a block depends on the count, and is good for the counted one alone.
// says: load requests; whole warps need
#include "exercise.hpp"

__global__ void square_kernel(const unsigned* in, unsigned* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] * in[i];
}

void square(const unsigned* in, unsigned* out, int count) {
  if (count == 0) return;
  const int wanted = (count + 63) / 64, block_size = wanted < 1024 ? wanted : 1024;
  square_kernel<<<(count + block_size - 1) / block_size, block_size>>>(in, out, count);
}
