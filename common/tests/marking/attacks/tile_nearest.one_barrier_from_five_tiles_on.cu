// A race with more than 640 points: from the fifth tile on no barrier stands between the use of a tile and the next one.
// says: race-(warp|shared) \((6[4-9][0-9]|700) points\)|\((6[4-9][0-9]|700) points\)
#include <cfloat>

#include "exercise.hpp"

__global__ void nearest_kernel(const Point* points, int* nearest, unsigned count) {
  __shared__ Point tile[tile_size];

  const unsigned own = blockIdx.x * tile_size + threadIdx.x;
  const Point point = own < count ? points[own] : Point{};
  float best = FLT_MAX;
  int best_index = -1;
  for (unsigned first = 0; first < count; first += tile_size) {
    const unsigned size = min(tile_size, count - first);
    if (threadIdx.x < size) tile[threadIdx.x] = points[first + threadIdx.x];
    __syncthreads();
    for (unsigned place = 0; place < size; ++place) {
      const float dx = point.x - tile[place].x, dy = point.y - tile[place].y, dz = point.z - tile[place].z;
      const float distance = dx * dx + dy * dy + dz * dz;
      if (distance < best && first + place != own) {
        best = distance;
        best_index = static_cast<int>(first + place);
      }
    }
    if (first < 4 * tile_size) __syncthreads();
  }
  if (own < count) nearest[own] = best_index;
}

void find_nearest(const Point* points, int* nearest, unsigned count) {
  if (count == 0) return;
  nearest_kernel<<<(count + tile_size - 1) / tile_size, tile_size>>>(points, nearest, count);
}
