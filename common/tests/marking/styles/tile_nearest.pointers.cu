// The tile by words, candidates by a pointer.
#include <cfloat>

#include "exercise.hpp"

__global__ void nearest_kernel(const Point* points, int* nearest, unsigned count) {
  __shared__ Point tile[tile_size];
  const unsigned query = blockIdx.x * tile_size + threadIdx.x;
  const Point own = query < count ? points[query] : Point{};
  float best = FLT_MAX;
  int found = -1;
  for (unsigned first = 0; first < count; first += tile_size) {
    const unsigned size = min(tile_size, count - first);
    if (threadIdx.x < size) tile[threadIdx.x] = points[first + threadIdx.x];
    __syncthreads();
    for (const Point* other = tile; other < tile + size; ++other) {
      const float x = own.x - other->x, y = own.y - other->y, z = own.z - other->z;
      const float distance = x * x + y * y + z * z;
      const unsigned index = first + static_cast<unsigned>(other - tile);
      if (distance >= best || index == query) continue;
      best = distance;
      found = static_cast<int>(index);
    }
    __syncthreads();
  }
  if (query < count) nearest[query] = found;
}

void find_nearest(const Point* points, int* nearest, unsigned count) {
  if (count > 0) nearest_kernel<<<(count + tile_size - 1) / tile_size, tile_size>>>(points, nearest, count);
}
