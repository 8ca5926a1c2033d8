// The tile is a column of a wider array, so all its words are in one bank.
// says: lanes need different words of one bank
#include "exercise.hpp"

// A block mirrors a tile; a thread has one place in it.
__global__ void reverse_tiles_kernel(float* data, unsigned count) {
  __shared__ float tile[tile_size][32];  // all in bank 0

  const unsigned first = blockIdx.x * tile_size;
  const unsigned size =
      count - first < tile_size ? count - first : tile_size;  // the last tile may be shorter
  const unsigned place = threadIdx.x;

  if (place < size) tile[place][0] = data[first + place];

  // Another thread loaded the value for this slot. And no thread may write before all have read.
  __syncthreads();

  if (place < size) data[first + place] = tile[size - 1 - place][0];
}

void reverse_tiles(float* data, unsigned count) {
  if (count == 0) return;  // a grid of no blocks is an error
  const unsigned tiles = (count + tile_size - 1) / tile_size;
  reverse_tiles_kernel<<<tiles, tile_size>>>(data, count);
}
