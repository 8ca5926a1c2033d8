// Thread 0 of each block mirrors the tile alone, 16 bytes at a time in shared memory; the others only carry.
// says: of its block's accesses to shared memory
#include "exercise.hpp"
__global__ void reverse_tiles_kernel(float* data, unsigned count) {
  __shared__ alignas(16) float tile[tile_size], turned[tile_size];
  const unsigned first = blockIdx.x * tile_size, place = threadIdx.x;
  const unsigned size = count - first < tile_size ? count - first : tile_size;
  tile[place] = place < size ? data[first + place] : 0;
  __syncthreads();
  if (place == 0) {
    for (unsigned v = 0; v < tile_size / 4; ++v) {
      const float4 f = reinterpret_cast<const float4*>(tile)[v];
      reinterpret_cast<float4*>(turned)[tile_size / 4 - 1 - v] = make_float4(f.w, f.z, f.y, f.x);
    }
  }
  __syncthreads();
  if (place < size) data[first + place] = turned[tile_size - size + place];
}
void reverse_tiles(float* data, unsigned count) {
  if (count == 0) return;
  reverse_tiles_kernel<<<(count + tile_size - 1) / tile_size, tile_size>>>(data, count);
}
