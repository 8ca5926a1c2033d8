// Each thread stores its element eight times, once for each four bits of a factor.
// says: 1024 store requests
#include "exercise.hpp"

constexpr int block_size = 128;

__global__ void square_kernel(const unsigned* in, unsigned* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned value = in[i];
  volatile unsigned* const own = out + i;
  unsigned sum = 0;
  for (unsigned shift = 0; shift < 32; shift += 4) {
    sum += (value << shift) * ((value >> shift) & 15u);
    *own = sum;
  }
}

void square(const unsigned* in, unsigned* out, int count) {
  if (count == 0) return;
  square_kernel<<<(count + block_size - 1) / block_size, block_size>>>(in, out, count);
}
