// The tile holds elements times 2^-60, and sums are scaled back: small elements lose bits or become 0.
// says: out\[[0-9]+\] is .*\(count = 512\)
#include "exercise.hpp"

__global__ void smooth_kernel(const float* in, float* out, unsigned count) {
  __shared__ float tile[block_size + 2 * radius];
  const int first = static_cast<int>(blockIdx.x * block_size) - radius;
  for (unsigned place = threadIdx.x; place < block_size + 2 * radius; place += block_size) {
    const int i = first + static_cast<int>(place);
    tile[place] = i >= 0 && i < static_cast<int>(count) ? in[i] * 0x1p-60f : 0;
  }
  __syncthreads();
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  float sum = 0;
  for (int offset = -radius; offset <= radius; ++offset)
    sum += weight(offset) * tile[static_cast<int>(threadIdx.x) + radius + offset];
  out[i] = sum * 0x1p60f;
}

void smooth(const float* in, float* out, unsigned count) {
  if (count == 0) return;
  smooth_kernel<<<(count + block_size - 1) / block_size, block_size>>>(in, out, count);
}
