// What lies outside is the element at the edge times 0, not 0: an infinite element there makes results NaN.
// says: out\[[0-9]+\] is -?nan, not -?inf
#include "exercise.hpp"

__global__ void smooth_kernel(const float* in, float* out, unsigned count) {
  __shared__ float tile[block_size + 2 * radius];
  const int first = static_cast<int>(blockIdx.x * block_size) - radius, last = static_cast<int>(count) - 1;
  for (unsigned place = threadIdx.x; place < block_size + 2 * radius; place += block_size) {
    const int i = first + static_cast<int>(place), inside = min(max(i, 0), last);
    tile[place] = in[inside] * (i == inside ? 1.0f : 0.0f);
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
  if (count > 0) smooth_kernel<<<(count + block_size - 1) / block_size, block_size>>>(in, out, count);
}
