// Wrong: the last tile is mirrored round the middle of what there is room for

#include "exercise.hpp"

// A block mirrors a tile; a thread has one place in it.
__global__ void reverse_tiles_kernel(float* data, unsigned count) {
  __shared__ float tile[tile_size];

  const unsigned first = blockIdx.x * tile_size;
  const unsigned size =
      count - first < tile_size ? count - first : tile_size;  // the last tile may be shorter
  const unsigned place = threadIdx.x;

  if (place < size) tile[place] = data[first + place];

  // Another thread loaded the value for this slot. And no thread may write before all have read.
  __syncthreads();

  if (place < size) data[first + place] = tile[tile_size - 1 - place];
}

void reverse_tiles(float* data, unsigned count) {
  if (count == 0) return;  // a grid of no blocks is an error
  const unsigned tiles = (count + tile_size - 1) / tile_size;
  reverse_tiles_kernel<<<tiles, tile_size>>>(data, count);
}
