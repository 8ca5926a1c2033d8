// Blocks of 20 in all but name: lane 0 of each warp squares all 32 elements alone; shuffles bring them, and carry them back.
// says: shuffles and votes for each request
#include "exercise.hpp"

__global__ void square_kernel(const unsigned* in, unsigned* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned own = i < count ? in[i] : 0;
  unsigned result = 0;
  for (int k = 0; k < 32; ++k) {
    unsigned other = __shfl_sync(0xFFFFFFFFu, own, k);
    if (threadIdx.x % 32 == 0) other *= other;
    other = __shfl_sync(0xFFFFFFFFu, other, 0);
    if (threadIdx.x % 32 == k) result = other;
  }
  if (i < count) out[i] = result;
}

void square(const unsigned* in, unsigned* out, int count) {
  if (count > 0) square_kernel<<<(count + 255) / 256, 256>>>(in, out, count);
}
