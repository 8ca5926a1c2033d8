// One block that walks over everything: the other SMs have nothing to do.
#include "exercise.hpp"

constexpr int block_size = 256;

__global__ void square_kernel(const unsigned* in, unsigned* out, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = in[i] * in[i];
}

void square(const unsigned* in, unsigned* out, int count) {
  if (count == 0) return;
  square_kernel<<<1, block_size>>>(in, out, count);
}
