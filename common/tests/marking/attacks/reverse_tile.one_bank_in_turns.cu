// The tile is in one bank, and the lanes of a warp access it one after the other: 32 requests for one.
// says: requests to shared memory
#include "exercise.hpp"

__global__ void reverse_tiles_kernel(float* data, unsigned count) {
  __shared__ float tile[tile_size / 8][32];  // of eight such tiles, all in bank 0
  __shared__ float rest[tile_size / 8 * 7][32];

  const unsigned first = blockIdx.x * tile_size;
  const unsigned size = count - first < tile_size ? count - first : tile_size;
  const unsigned place = threadIdx.x, lane = place % 32;
  const auto slot = [&](unsigned p) -> float& {
    return p < tile_size / 8 ? tile[p][0] : rest[p - tile_size / 8][0];
  };

  const float own = place < size ? data[first + place] : 0;
  for (unsigned turn = 0; turn < 32; ++turn)
    if (turn == lane && place < size) slot(place) = own;
  __syncthreads();
  float other = 0;
  for (unsigned turn = 0; turn < 32; ++turn)
    if (turn == lane && place < size) other = slot(size - 1 - place);
  if (place < size) data[first + place] = other;
}

void reverse_tiles(float* data, unsigned count) {
  if (count == 0) return;
  const unsigned tiles = (count + tile_size - 1) / tile_size;
  reverse_tiles_kernel<<<tiles, tile_size>>>(data, count);
}
