// Loads an int from an odd address in a parameter.
// says: at an address that is not a multiple of them
// Fewest sectors. The task is in README.md; hints with ./tutorial exercise hint nearest_fewest
#include "exercise.hpp"

#include <cmath>

constexpr int block_size = 128;
constexpr int queries = 4;  // per thread
constexpr int words = 3;    // per point

__device__ inline float squared_distance(float3 a, float3 b) {
  const float dx = a.x - b.x;
  const float dy = a.y - b.y;
  const float dz = a.z - b.z;
  return dx * dx + dy * dy + dz * dz;
}

// Loads points begin .. begin + block_size - 1, as far as they exist, into the tile: word by word, so that
// adjacent lanes read adjacent words. All threads of the block must call it; the barriers keep
// readers and writers of the tile apart.
__device__ void load_tile(float* tile, const float3* points, int begin, int count) {
  __syncthreads();
  const int end = min(block_size, count - begin) * words;
  const float* from = reinterpret_cast<const float*>(points) + words * begin;
  for (int w = threadIdx.x; w < end; w += block_size) tile[w] = from[w];
  __syncthreads();
}

__device__ inline float3 point_in(const float* tile, int i) {
  return make_float3(tile[words * i], tile[words * i + 1], tile[words * i + 2]);
}

struct __attribute__((packed)) Size {
  char unit;
  int count;
};

__global__ void find_nearest_kernel(const float3* points, const __grid_constant__ Size size, int* nearest) {
  const int* const at = reinterpret_cast<const int*>(&size.unit + size.unit);  // no multiple of 4
  const int count = *at;
  __shared__ float tile[words * block_size];

  const int block_first = blockIdx.x * block_size * queries;
  const int first = block_first + threadIdx.x;
  float3 own[queries];
  float best[queries];
  int best_index[queries];
  for (int k = 0; k < queries; ++k) {
    load_tile(tile, points, block_first + k * block_size, count);
    own[k] = first + k * block_size < count ? point_in(tile, threadIdx.x) : make_float3(0, 0, 0);
    best[k] = INFINITY;
    best_index[k] = -1;
  }

  for (int begin = 0; begin < count; begin += block_size) {
    load_tile(tile, points, begin, count);
    const int in_tile = min(block_size, count - begin);
    for (int i = 0; i < in_tile; ++i) {
      const float3 other = point_in(tile, i);
      for (int k = 0; k < queries; ++k) {
        const float distance = squared_distance(own[k], other);
        if (distance < best[k] && begin + i != first + k * block_size) {
          best[k] = distance;
          best_index[k] = begin + i;
        }
      }
    }
  }

  for (int k = 0; k < queries; ++k) {
    const int query = first + k * block_size;
    if (query < count) nearest[query] = best_index[k];
  }
}

void find_nearest(const float3* points, int count, int* nearest) {
  constexpr int block_queries = block_size * queries;
  if (count > 0)
    find_nearest_kernel<<<(count + block_queries - 1) / block_queries, block_size>>>(points, Size{1, count},
                                                                                     nearest);
}
