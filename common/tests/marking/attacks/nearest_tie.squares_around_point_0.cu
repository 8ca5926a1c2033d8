// Squares coordinates relative to the first point before it subtracts them: ties far from it are decided by rounding.
// says: nearest\[[0-9]+\] is .* ties far from the first point
#include "exercise.hpp"

__global__ void find_nearest_kernel(const float3* points, int count, int* nearest) {
  const int query = blockIdx.x * blockDim.x + threadIdx.x;
  if (query >= count) return;

  const float3 origin = points[0];
  const float3 own = points[query];
  const double ax = double{own.x} - double{origin.x};
  const double ay = double{own.y} - double{origin.y};
  const double az = double{own.z} - double{origin.z};
  const double own_square = ax * ax + ay * ay + az * az;
  double best = 0;
  int best_index = -1;
  for (int candidate = 0; candidate < count; ++candidate) {
    const float3 other = points[candidate];
    if (candidate == query) continue;
    const double bx = double{other.x} - double{origin.x};
    const double by = double{other.y} - double{origin.y};
    const double bz = double{other.z} - double{origin.z};
    const double distance = own_square + (bx * bx + by * by + bz * bz) - 2 * (ax * bx + ay * by + az * bz);
    if (best_index < 0 || distance < best) {
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
