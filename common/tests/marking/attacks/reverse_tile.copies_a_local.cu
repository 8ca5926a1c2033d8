// Copies a local variable asynchronously, which is possible from global memory only.
// says: it is a local variable's
// reverse_tile: how do the threads of a block hand values to each other?

#include <cuda_pipeline.h>

#include "exercise.hpp"

// A block mirrors a tile; a thread has one place in it.
__global__ void reverse_tiles_kernel(float* data, unsigned count) {
  __shared__ float tile[tile_size];

  const unsigned first = blockIdx.x * tile_size;
  const unsigned size =
      count - first < tile_size ? count - first : tile_size;  // the last tile may be shorter
  const unsigned place = threadIdx.x;

  float own = 0;
  if (place < size) {
    own = data[first + place];
    __pipeline_memcpy_async(&tile[place], &own,
                            sizeof(float));  // from a local variable: only from global memory
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);

  // Another thread loaded the value for this slot. And no thread may write before all have read.
  __syncthreads();

  if (place < size) data[first + place] = tile[size - 1 - place];
}

void reverse_tiles(float* data, unsigned count) {
  if (count == 0) return;  // a grid of no blocks is an error
  const unsigned tiles = (count + tile_size - 1) / tile_size;
  reverse_tiles_kernel<<<tiles, tile_size>>>(data, count);
}
