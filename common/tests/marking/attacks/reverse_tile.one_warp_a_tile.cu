// A block of one warp mirrors a tile, with 8 elements per thread, and needs no barrier.
// says: threads move 2500 elements
#include "exercise.hpp"

constexpr unsigned lanes = 32;

__global__ void reverse_tiles_kernel(float* data, unsigned count) {
  __shared__ float tile[tile_size];
  const unsigned first = blockIdx.x * tile_size;
  const unsigned size = count - first < tile_size ? count - first : tile_size;
  for (unsigned place = threadIdx.x; place < size; place += lanes) tile[place] = data[first + place];
  __syncwarp();
  for (unsigned place = threadIdx.x; place < size; place += lanes)
    data[first + place] = tile[size - 1 - place];
}

void reverse_tiles(float* data, unsigned count) {
  if (count == 0) return;
  reverse_tiles_kernel<<<(count + tile_size - 1) / tile_size, lanes>>>(data, count);
}
