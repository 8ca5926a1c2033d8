// Computes the distance that it keeps in another order than the one that it compares: rounding decides a tie.
// says: count = 120, ties between distances that round
#include "exercise.hpp"

#include <cmath>

__global__ void find_nearest_kernel(const float3* points, int count, int* nearest) {
  const int query = blockIdx.x * blockDim.x + threadIdx.x;
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
      best = dz * dz + dy * dy + dx * dx;  // the same, but for rounding
      best_index = candidate;
    }
  }
  nearest[query] = best_index;
}

void find_nearest(const float3* points, int count, int* nearest) {
  constexpr int block_size = 128;
  if (count > 0)
    find_nearest_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, count, nearest);
}
