// Visits the tiles from the last to the first: of equally near points in two tiles, the one in the last tile wins.
// says: nearest\[[0-9]+\] is
#include <cfloat>

#include "exercise.hpp"

constexpr unsigned block_size = 128, tile_size = 256;
constexpr unsigned items_per_thread = 8;

__global__ void nearest_kernel(const Point* points, int* nearest, unsigned count) {
  __shared__ float4 tile[tile_size];

  const unsigned begin = blockIdx.x * block_size * items_per_thread + threadIdx.x;
  Point own[items_per_thread] = {};
  float best[items_per_thread];
  int best_index[items_per_thread];
  for (unsigned q = 0; q < items_per_thread; ++q) {
    const unsigned i = begin + q * block_size;
    if (i < count) own[q] = points[i];
    best[q] = FLT_MAX;
    best_index[q] = -1;
  }

  for (unsigned tiles = (count + tile_size - 1) / tile_size; tiles > 0; --tiles) {
    const unsigned first = (tiles - 1) * tile_size;
    for (unsigned p = threadIdx.x; p < tile_size && first + p < count; p += block_size) {
      const Point point = points[first + p];
      tile[p] = make_float4(point.x, point.y, point.z, 0);
    }
    __syncthreads();

    const unsigned size = count - first < tile_size ? count - first : tile_size;
    for (unsigned place = 0; place < size; ++place) {
      const float4 other = tile[place];
      for (unsigned q = 0; q < items_per_thread; ++q) {
        const float dx = own[q].x - other.x;
        const float dy = own[q].y - other.y;
        const float dz = own[q].z - other.z;
        const float distance = dx * dx + dy * dy + dz * dz;
        if (distance < best[q] && first + place != begin + q * block_size) {
          best[q] = distance;
          best_index[q] = static_cast<int>(first + place);
        }
      }
    }
    __syncthreads();
  }

  for (unsigned q = 0; q < items_per_thread; ++q) {
    const unsigned i = begin + q * block_size;
    if (i < count) nearest[i] = best_index[q];
  }
}

void find_nearest(const Point* points, int* nearest, unsigned count) {
  if (count == 0) return;
  constexpr unsigned block_points = block_size * items_per_thread;
  nearest_kernel<<<(count + block_points - 1) / block_points, block_size>>>(points, nearest, count);
}
