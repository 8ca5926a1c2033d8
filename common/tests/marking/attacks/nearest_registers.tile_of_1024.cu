// Each block copies all points into a tile of 1024: with more points it writes past the end.
// says: out-of-bounds .count = 10[0-9]+|out-of-bounds .count = 1100
#include "exercise.hpp"

#include <cmath>

constexpr int block_size = 64;
constexpr int most = 1024;

__global__ void find_nearest_kernel(const float3* points, int count, int* nearest) {
  __shared__ float3 tile[most];
  for (int i = threadIdx.x; i < count; i += block_size) tile[i] = points[i];
  __syncthreads();
  const int first = blockIdx.x * block_size * queries + threadIdx.x;
  float3 own[queries];
  float best[queries];
  int best_index[queries];
  for (int k = 0; k < queries; ++k) {
    const int query = first + k * block_size;
    own[k] = query < count ? tile[query] : make_float3(0, 0, 0);
    best[k] = INFINITY;
    best_index[k] = -1;
  }
  for (int candidate = 0; candidate < count; ++candidate) {
    const float3 other = tile[candidate];
    for (int k = 0; k < queries; ++k) {
      const float dx = own[k].x - other.x, dy = own[k].y - other.y, dz = own[k].z - other.z;
      const float distance = dx * dx + dy * dy + dz * dz;
      if (distance < best[k] && candidate != first + k * block_size) {
        best[k] = distance;
        best_index[k] = candidate;
      }
    }
  }
  for (int k = 0; k < queries; ++k) {
    const int query = first + k * block_size;
    if (query < count) nearest[query] = best_index[k];
  }
}

void find_nearest(const float3* points, int count, int* nearest) {
  const int blocks = (count + block_size * queries - 1) / (block_size * queries);
  if (blocks > 0) find_nearest_kernel<<<blocks, block_size>>>(points, count, nearest);
}
