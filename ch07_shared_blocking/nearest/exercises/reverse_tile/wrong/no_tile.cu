// Wrong: pairs of elements change places without a tile: right, but not by way of shared memory

#include "exercise.hpp"

// A block mirrors a tile; a thread has one place in it.
__global__ void reverse_tiles_kernel(float* data, unsigned count) {
  const unsigned first = blockIdx.x * tile_size;
  const unsigned size =
      count - first < tile_size ? count - first : tile_size;  // the last tile may be shorter
  const unsigned place = threadIdx.x;

  if (place < size / 2) {
    const float value = data[first + place];
    data[first + place] = data[first + size - 1 - place];
    data[first + size - 1 - place] = value;
  }
}

void reverse_tiles(float* data, unsigned count) {
  if (count == 0) return;  // a grid of no blocks is an error
  const unsigned tiles = (count + tile_size - 1) / tile_size;
  reverse_tiles_kernel<<<tiles, tile_size>>>(data, count);
}
