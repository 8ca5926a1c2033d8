// Elements below 1e-6 become 0 in the tile: so do all sums of small elements.
// says: out\[[0-9]+\] is
#include "exercise.hpp"

__global__ void smooth_kernel(const float* in, float* out, unsigned count) {
  __shared__ float tile[block_size + 2 * radius];
  const int first = static_cast<int>(blockIdx.x * block_size) - radius;
  for (unsigned place = threadIdx.x; place < block_size + 2 * radius; place += block_size) {
    const int i = first + static_cast<int>(place);
    const float element = i >= 0 && i < static_cast<int>(count) ? in[i] : 0;
    tile[place] = fabsf(element) < 1e-6f ? 0 : element;
  }
  __syncthreads();
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  float sum = 0;
  for (int offset = -radius; offset <= radius; ++offset)
    sum += weight(offset) * tile[static_cast<int>(threadIdx.x) + radius + offset];
  out[i] = sum;
}

void smooth(const float* in, float* out, unsigned count) {
  if (count == 0) return;
  smooth_kernel<<<(count + block_size - 1) / block_size, block_size>>>(in, out, count);
}
