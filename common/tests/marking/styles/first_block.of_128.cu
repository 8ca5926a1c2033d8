// Another block, chosen by a template.
#include "exercise.hpp"

template <int block_size>
__global__ void square_kernel(const unsigned* in, unsigned* out, int count) {
  if (const int i = blockIdx.x * block_size + threadIdx.x; i < count) out[i] = in[i] * in[i];
}

void square(const unsigned* in, unsigned* out, int count) {
  if (count > 0) square_kernel<128><<<(count + 127) / 128, 128>>>(in, out, count);
}
