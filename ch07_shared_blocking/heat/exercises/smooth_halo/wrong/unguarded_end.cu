// Wrong: the tile is filled from beyond the end of the array, with values that no thread uses

#include "exercise.hpp"

__global__ void smooth_kernel(const float* in, float* out, unsigned count) {
  __shared__ float tile[block_size + 2 * radius];

  // Element first of the array is at place 0 of the tile; at the left end it lies before the array.
  const int first = static_cast<int>(blockIdx.x * block_size) - radius;
  for (unsigned place = threadIdx.x; place < block_size + 2 * radius; place += block_size) {
    const int i = first + static_cast<int>(place);
    tile[place] = i >= 0 ? in[i] : 0;
  }

  // Eight of the nine elements were loaded by other threads.
  __syncthreads();

  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  float sum = 0;
  for (int offset = -radius; offset <= radius; ++offset) {
    if (static_cast<int>(i) + offset >= static_cast<int>(count)) break;
    sum += weight(offset) * tile[static_cast<int>(threadIdx.x) + radius + offset];
  }
  out[i] = sum;
}

void smooth(const float* in, float* out, unsigned count) {
  if (count == 0) return;  // a grid of no blocks is an error
  const unsigned blocks = (count + block_size - 1) / block_size;
  smooth_kernel<<<blocks, block_size>>>(in, out, count);
}
