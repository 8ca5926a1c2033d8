// Reversed on the way in.
#include <cooperative_groups.h>
#include <utility>
#include "exercise.hpp"

__global__ void rev(float* d, unsigned n) {
  __shared__ float t[tile_size];
  namespace cg = cooperative_groups;
  cg::thread_block b = cg::this_thread_block();
  float* mine = d + size_t{blockIdx.x} * tile_size;
  const unsigned len = min(tile_size, n - blockIdx.x * tile_size);
  const unsigned r = b.thread_rank();
  if (r < len) t[len - 1 - r] = mine[r];
  cg::sync(b);
  if (r < len) mine[r] = t[r];
}

void reverse_tiles(float* data, unsigned count) {
  if (auto tiles = (count + tile_size - 1) / tile_size; tiles != 0) rev<<<tiles, tile_size>>>(data, count);
}
