// Wrong: the last block is launched only if it has more than a warp of points: of 1025 to 1056 points those from 1024 on get no neighbor.
// says: nearest\[1024\] was never written \((102|103)[0-9] points\)
#include <cfloat>

#include "exercise.hpp"

constexpr unsigned tile_size = 128;
constexpr unsigned own_points = 8;
constexpr unsigned block_points = tile_size * own_points;

__global__ void nearest_kernel(const Point* points, int* nearest, unsigned count) {
  __shared__ float4 tile[tile_size];

  const unsigned begin = blockIdx.x * block_points + threadIdx.x;
  float x[own_points], y[own_points], z[own_points], best[own_points];
  int at[own_points];
  for (unsigned i = 0; i < own_points; ++i) {
    const unsigned index = begin + i * tile_size;
    const Point point = index < count ? points[index] : Point{};
    x[i] = point.x;
    y[i] = point.y;
    z[i] = point.z;
    best[i] = FLT_MAX;
    at[i] = -1;
  }
  for (unsigned first = 0; first < count; first += tile_size) {
    const unsigned size = min(tile_size, count - first);
    if (threadIdx.x < size) {
      const Point point = points[first + threadIdx.x];
      tile[threadIdx.x] = make_float4(point.x, point.y, point.z, 0);
    }
    __syncthreads();
    for (unsigned place = 0; place < size; ++place) {
      const float4 other = tile[place];
      for (unsigned i = 0; i < own_points; ++i) {
        const float dx = x[i] - other.x, dy = y[i] - other.y, dz = z[i] - other.z;
        const float distance = dx * dx + dy * dy + dz * dz;
        if (distance < best[i] && first + place != begin + i * tile_size) {
          best[i] = distance;
          at[i] = static_cast<int>(first + place);
        }
      }
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < own_points; ++i)
    if (begin + i * tile_size < count) nearest[begin + i * tile_size] = at[i];
}

void find_nearest(const Point* points, int* nearest, unsigned count) {
  if (count == 0) return;
  const unsigned blocks = (count + block_points - 33) / block_points;
  nearest_kernel<<<blocks == 0 ? 1 : blocks, tile_size>>>(points, nearest, count);
}
