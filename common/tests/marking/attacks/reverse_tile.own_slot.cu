// Each thread reads what it has stored itself.
// says: shared memory is for show
#include "exercise.hpp"

__global__ void mirror(float* data, unsigned count) {
  __shared__ float tile[tile_size];
  const unsigned first = blockIdx.x * tile_size, size = min(tile_size, count - first);
  const unsigned own = threadIdx.x;
  if (own < size) tile[own] = data[first + own];
  __syncthreads();
  if (own < size) data[first + size - 1 - own] = tile[own];
}

void reverse_tiles(float* data, unsigned count) {
  if (count != 0) mirror<<<(count + tile_size - 1) / tile_size, tile_size>>>(data, count);
}
