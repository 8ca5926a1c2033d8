// One block does the work for any number of points.
// says: one block makes most accesses to global memory
#include <cfloat>

#include "exercise.hpp"

constexpr unsigned tile_size = 128;
constexpr unsigned items_per_thread = 8;

__global__ void nearest_kernel(const Point* points, int* nearest, unsigned count) {
  __shared__ float4 tile[tile_size];

  for (unsigned begin = threadIdx.x; begin - threadIdx.x < count; begin += tile_size * items_per_thread) {
    Point own[items_per_thread] = {};
    float best[items_per_thread];
    int best_index[items_per_thread];
    for (unsigned q = 0; q < items_per_thread; ++q) {
      const unsigned i = begin + q * tile_size;
      if (i < count) own[q] = points[i];
      best[q] = FLT_MAX;
      best_index[q] = -1;
    }

    for (unsigned first = 0; first < count; first += tile_size) {
      if (first + threadIdx.x < count) {
        const Point point = points[first + threadIdx.x];
        tile[threadIdx.x] = make_float4(point.x, point.y, point.z, 0);
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
}

void find_nearest(const Point* points, int* nearest, unsigned count) {
  if (count == 0) return;
  nearest_kernel<<<1, tile_size>>>(points, nearest, count);
}
