// A slot of -infinity says that there is no element: elements that are -infinity count as 0.
// says: out\[[0-9]+\] is
#include <cmath>

#include "exercise.hpp"

__global__ void smooth_kernel(const float* in, float* out, unsigned count) {
  __shared__ float tile[block_size + 2 * radius];

  const int first = static_cast<int>(blockIdx.x * block_size) - radius;
  for (unsigned place = threadIdx.x; place < block_size + 2 * radius; place += block_size) {
    const int i = first + static_cast<int>(place);
    tile[place] = i >= 0 && i < static_cast<int>(count) ? in[i] : -INFINITY;
  }
  __syncthreads();

  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  float sum = 0;
  for (int offset = -radius; offset <= radius; ++offset) {
    const float element = tile[static_cast<int>(threadIdx.x) + radius + offset];
    if (element != -INFINITY) sum += weight(offset) * element;
  }
  out[i] = sum;
}

void smooth(const float* in, float* out, unsigned count) {
  if (count == 0) return;
  const unsigned blocks = (count + block_size - 1) / block_size;
  smooth_kernel<<<blocks, block_size>>>(in, out, count);
}
