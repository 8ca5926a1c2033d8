// A launch of two blocks of 32 threads for each 64 points.
// says: launches, where one is enough
#include <cmath>

#include "exercise.hpp"

__global__ void find_nearest_kernel(const float3* points, int count, int* nearest, int first_query) {
  const int query = first_query + blockIdx.x * blockDim.x + threadIdx.x;
  if (query >= count) return;

  const float3 own = points[query];
  float best = INFINITY;
  int best_index = -1;
  for (int candidate = 0; candidate < count; ++candidate) {
    const float3 other = points[candidate];
    const float dx = own.x - other.x;
    const float dy = own.y - other.y;
    const float dz = own.z - other.z;
    const float distance = dx * dx + dy * dy + dz * dz;
    if (distance < best && candidate != query) {
      best = distance;
      best_index = candidate;
    }
  }
  nearest[query] = best_index;
}

void find_nearest(const float3* points, int count, int* nearest) {
  for (int first = 0; first < count; first += 128)
    find_nearest_kernel<<<2, 64>>>(points, count, nearest, first);
}
