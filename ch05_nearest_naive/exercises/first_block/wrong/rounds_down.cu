// Another block size, and the launch rounds down.
#include "exercise.hpp"

constexpr int block_size = 256;

__global__ void square_kernel(const unsigned* in, unsigned* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] * in[i];
}

void square(const unsigned* in, unsigned* out, int count) {
  if (count == 0) return;
  square_kernel<<<count / block_size, block_size>>>(in, out, count);
}
