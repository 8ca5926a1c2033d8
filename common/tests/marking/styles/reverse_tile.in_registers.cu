// The value waits in a register, and comes back from the other end.
#include "exercise.hpp"

__global__ void reverse_kernel(float* data, unsigned count) {
  __shared__ float tile[tile_size];
  const unsigned first = blockIdx.x * tile_size, size = min(tile_size, count - first);
  const unsigned own = threadIdx.x;
  if (own < size) tile[size - own - 1] = data[first + own];
  __syncthreads();
  if (own < size) data[first + own] = tile[own];
}

void reverse_tiles(float* data, unsigned count) {
  if (count != 0) reverse_kernel<<<(count + tile_size - 1) / tile_size, tile_size>>>(data, count);
}
