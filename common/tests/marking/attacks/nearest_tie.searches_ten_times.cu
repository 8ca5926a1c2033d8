// Each thread searches the tile ten times over, and gets the same answer ten times.
// says: words of shared memory are read
#include <cmath>

#include "exercise.hpp"

constexpr int block_size = 128, tile_size = 256;

__global__ void find_nearest_kernel(const float3* points, int count, int* nearest) {
  __shared__ float3 tile[tile_size];
  const int query = blockIdx.x * blockDim.x + threadIdx.x;
  const float3 own = query < count ? points[query] : make_float3(0, 0, 0);
  float best = INFINITY;
  int best_index = -1;
  for (int begin = 0; begin < count; begin += tile_size) {
    const int size = min(tile_size, count - begin);
    for (int i = threadIdx.x; i < size; i += block_size) tile[i] = points[begin + i];
    __syncthreads();
    for (int again = 0; again < 10; ++again)
      for (int i = 0; i < size; ++i) {
        const float3 other = tile[i];
        const float dx = own.x - other.x, dy = own.y - other.y, dz = own.z - other.z;
        const float distance = dx * dx + dy * dy + dz * dz;
        if (distance < best && begin + i != query) {
          best = distance;
          best_index = begin + i;
        }
      }
    __syncthreads();
  }
  if (query < count) nearest[query] = best_index;
}

void find_nearest(const float3* points, int count, int* nearest) {
  if (count > 0)
    find_nearest_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, count, nearest);
}
