// Fewest sectors: four blocks form a cluster. Each of them loads one tile, and all read each other's tiles through distributed
// shared memory. A point leaves global memory once per cluster.
#include "exercise.hpp"

#include <cooperative_groups.h>

#include <cmath>

namespace cg = cooperative_groups;

constexpr int cluster_blocks = 4;
constexpr int block_size = 128;
constexpr int queries = 3;
constexpr int tile_points = 256;

__device__ void load(float3* tile, const float3* points, int first, int count) {
  const int words = 3 * min(tile_points, count - first);
  const float* from = reinterpret_cast<const float*>(points + first);
  for (int w = threadIdx.x; w < words; w += block_size) reinterpret_cast<float*>(tile)[w] = from[w];
}

__global__ void __cluster_dims__(cluster_blocks, 1, 1) __launch_bounds__(block_size)
    find_nearest_kernel(const float3* points, int count, int* nearest) {
  __shared__ float3 tile[tile_points];
  const cg::cluster_group cluster = cg::this_cluster();
  const int rank = static_cast<int>(cluster.block_rank());
  const int first_query = blockIdx.x * block_size * queries + threadIdx.x;

  float3 own[queries];
  float best[queries];
  int index[queries];
  for (int q = 0; q < queries; ++q) {
    const int i = first_query + q * block_size;
    own[q] = i < count ? points[i] : make_float3(0, 0, 0);
    best[q] = INFINITY;
    index[q] = -1;
  }

  for (int base = 0; base < count; base += cluster_blocks * tile_points) {
    load(tile, points, base + rank * tile_points, count);
    cluster.sync();
    for (int r = 0; r < cluster_blocks; ++r) {
      const float3* other = cluster.map_shared_rank(tile, r);
      const int first = base + r * tile_points;
      const int size = min(tile_points, count - first);
      for (int c = 0; c < size; ++c) {
        const float3 p = other[c];
        for (int q = 0; q < queries; ++q) {
          const float dx = own[q].x - p.x, dy = own[q].y - p.y, dz = own[q].z - p.z;
          const float d = dx * dx + dy * dy + dz * dz;
          if (d < best[q] && first + c != first_query + q * block_size) {
            best[q] = d;
            index[q] = first + c;
          }
        }
      }
    }
    cluster.sync();
  }

  for (int q = 0; q < queries; ++q)
    if (const int i = first_query + q * block_size; i < count) nearest[i] = index[q];
}

void find_nearest(const float3* points, int count, int* nearest) {
  if (count <= 0) return;
  constexpr int per_cluster = cluster_blocks * block_size * queries;
  const int clusters = (count + per_cluster - 1) / per_cluster;
  find_nearest_kernel<<<clusters * cluster_blocks, block_size>>>(points, count, nearest);
}
