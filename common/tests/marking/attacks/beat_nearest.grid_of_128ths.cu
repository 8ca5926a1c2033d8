// Rounds all coordinates to multiples of 1/128: points that are nearer to each other than that coincide.
// says: nearest\[[0-9]+\] is
#include <cfloat>

#include "exercise.hpp"

constexpr unsigned tile_size = 128;
constexpr unsigned items_per_thread = 8;

// In 128ths, as a map's integers.
__device__ float4 on_the_grid(const Point& point) {
  return make_float4(rintf(128 * point.x), rintf(128 * point.y), rintf(128 * point.z), 0);
}

__global__ void nearest_kernel(const Point* points, int* nearest, unsigned count) {
  __shared__ float4 tile[tile_size];

  const unsigned begin = blockIdx.x * tile_size * items_per_thread + threadIdx.x;
  float4 own[items_per_thread] = {};
  float best[items_per_thread];
  int best_index[items_per_thread];
  for (unsigned q = 0; q < items_per_thread; ++q) {
    const unsigned i = begin + q * tile_size;
    if (i < count) own[q] = on_the_grid(points[i]);
    best[q] = FLT_MAX;
    best_index[q] = -1;
  }

  for (unsigned first = 0; first < count; first += tile_size) {
    if (first + threadIdx.x < count) tile[threadIdx.x] = on_the_grid(points[first + threadIdx.x]);
    __syncthreads();

    const unsigned size = count - first < tile_size ? count - first : tile_size;
    for (unsigned place = 0; place < size; ++place) {
      const float4 other = tile[place];
      for (unsigned q = 0; q < items_per_thread; ++q) {
        const float dx = own[q].x - other.x;
        const float dy = own[q].y - other.y;
        const float dz = own[q].z - other.z;
        const float distance = dx * dx + dy * dy + dz * dz;
        if (distance < best[q] && first + place != begin + q * tile_size) {
          best[q] = distance;
          best_index[q] = static_cast<int>(first + place);
        }
      }
    }
    __syncthreads();
  }

  for (unsigned q = 0; q < items_per_thread; ++q) {
    const unsigned i = begin + q * tile_size;
    if (i < count) nearest[i] = best_index[q];
  }
}

void find_nearest(const Point* points, int* nearest, unsigned count) {
  if (count == 0) return;
  constexpr unsigned block_points = tile_size * items_per_thread;
  nearest_kernel<<<(count + block_points - 1) / block_points, tile_size>>>(points, nearest, count);
}
