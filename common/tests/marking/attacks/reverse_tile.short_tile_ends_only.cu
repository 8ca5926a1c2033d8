// Wrong: of a last tile of 3 to 30 elements only the first and the last change places.
// says: data\[1\] is \S+, not \S+ \(count = 4\)
#include "exercise.hpp"

__global__ void reverse_tiles_kernel(float* data, unsigned count) {
  __shared__ float held[tile_size];

  const unsigned begin = blockIdx.x * tile_size, place = threadIdx.x;
  const unsigned size = min(tile_size, count - begin);
  const bool is_short = size < 31;
  const unsigned mirrored = size - 1 - place;
  const bool moves = place < size && (!is_short || place == 0 || mirrored == 0);

  if (moves) held[place] = data[begin + place];
  __syncthreads();
  if (moves) data[begin + place] = held[mirrored];
}

void reverse_tiles(float* data, unsigned count) {
  if (count == 0) return;
  reverse_tiles_kernel<<<(count + tile_size - 1) / tile_size, tile_size>>>(data, count);
}
