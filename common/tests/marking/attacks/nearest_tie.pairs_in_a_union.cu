// Reads x and y of a point as a union that a double aligns to 8: nvcc loads both at once, at 12 bytes times the index.
// says: misaligned
#include "exercise.hpp"

#include <cmath>

union Pair {
  double both;
  float of[2];
};

__global__ void find_nearest_kernel(const float3* points, int count, int* nearest) {
  const int query = blockIdx.x * blockDim.x + threadIdx.x;
  if (query >= count) return;
  const float3 own = points[query];
  float best = INFINITY;
  int best_index = -1;
  for (int candidate = 0; candidate < count; ++candidate) {
    const Pair* xy = reinterpret_cast<const Pair*>(&points[candidate]);
    const float dx = own.x - xy->of[0];
    const float dy = own.y - xy->of[1];
    const float dz = own.z - points[candidate].z;
    const float distance = dx * dx + dy * dy + dz * dz;
    if (distance < best && candidate != query) {
      best = distance;
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
