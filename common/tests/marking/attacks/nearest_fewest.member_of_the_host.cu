// The kernel reads a static array of a class, by an index that is no constant. nvcc has no such array on the device.
// says: Of::steps, a static member in host memory
#include "exercise.hpp"

#include <cfloat>

constexpr int block_size = 128, queries = 4, words = 3;
struct Of {
  static constexpr int steps[queries] = {0, block_size, 2 * block_size, 3 * block_size};
};

__device__ void load_tile(float* tile, const float3* points, int begin, int count) {
  __syncthreads();
  const int end = min(block_size, count - begin) * words;
  const float* from = reinterpret_cast<const float*>(points) + words * begin;
  for (int w = threadIdx.x; w < end; w += block_size) tile[w] = from[w];
  __syncthreads();
}

__global__ void find_nearest_kernel(const float3* points, int count, int* nearest) {
  __shared__ float tile[words * block_size];
  const int first = blockIdx.x * block_size * queries + threadIdx.x;
  float3 own[queries];
  float best[queries];
  int best_index[queries];
  for (int k = 0; k < queries; ++k) {
    load_tile(tile, points, blockIdx.x * block_size * queries + Of::steps[k], count);
    const float* at = tile + words * threadIdx.x;
    own[k] = first + Of::steps[k] < count ? make_float3(at[0], at[1], at[2]) : make_float3(0, 0, 0);
    best[k] = FLT_MAX;
    best_index[k] = -1;
  }
  for (int begin = 0; begin < count; begin += block_size) {
    load_tile(tile, points, begin, count);
    const int in_tile = min(block_size, count - begin);
    for (int i = 0; i < in_tile; ++i) {
      const float x = tile[words * i], y = tile[words * i + 1], z = tile[words * i + 2];
      for (int k = 0; k < queries; ++k) {
        const float dx = own[k].x - x, dy = own[k].y - y, dz = own[k].z - z;
        const float distance = dx * dx + dy * dy + dz * dz;
        if (distance < best[k] && begin + i != first + Of::steps[k])
          best[k] = distance, best_index[k] = begin + i;
      }
    }
  }
  for (int k = 0; k < queries; ++k)
    if (first + Of::steps[k] < count) nearest[first + Of::steps[k]] = best_index[k];
}

void find_nearest(const float3* points, int count, int* nearest) {
  constexpr int block_queries = block_size * queries;
  if (count > 0)
    find_nearest_kernel<<<(count + block_queries - 1) / block_queries, block_size>>>(points, count, nearest);
}
