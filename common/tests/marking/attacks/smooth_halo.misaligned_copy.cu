// Copies 16 bytes asynchronously from an address 8 bytes past a multiple of 16.
// says: both addresses must be multiples of 16 bytes
// smooth_halo: what must a block know of its neighbors' elements?

#include <cuda_pipeline.h>

#include "exercise.hpp"

__global__ void smooth_kernel(const float* in, float* out, unsigned count) {
  __shared__ __align__(16) float tile[block_size + 2 * radius + 4];

  // Element first of the array is at place 0 of the tile; at the left end it lies before the array.
  const int first = static_cast<int>(blockIdx.x * block_size) - radius;
  for (unsigned place = threadIdx.x; place < block_size + 2 * radius; place += block_size) {
    const int i = first + static_cast<int>(place);
    if (place % 4 == 2 && place + 4 <= block_size + 2 * radius - 2 && i >= 0 &&
        i + 4 <= static_cast<int>(count))
      __pipeline_memcpy_async(&tile[place], &in[i], 16);  // 8 bytes past a multiple of 16
  }
  for (unsigned place = threadIdx.x; place < block_size + 2 * radius; place += block_size) {
    const int i = first + static_cast<int>(place);
    const unsigned begin = (place + 2) / 4 * 4 - 2;
    const int b = first + static_cast<int>(begin);
    const bool is_copied =
        place >= 2 && begin + 4 <= block_size + 2 * radius - 2 && b >= 0 && b + 4 <= static_cast<int>(count);
    if (!is_copied) tile[place] = i >= 0 && i < static_cast<int>(count) ? in[i] : 0;
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);

  // Eight of the nine elements were loaded by other threads.
  __syncthreads();

  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i >= count) return;
  float sum = 0;
  for (int offset = -radius; offset <= radius; ++offset) {
    sum += weight(offset) * tile[static_cast<int>(threadIdx.x) + radius + offset];
  }
  out[i] = sum;
}

void smooth(const float* in, float* out, unsigned count) {
  if (count == 0) return;  // a grid of no blocks is an error
  const unsigned blocks = (count + block_size - 1) / block_size;
  smooth_kernel<<<blocks, block_size>>>(in, out, count);
}
