// A bound in half precision first: only candidates that may be nearer are computed exactly. cuda_fp16.h's __floats2half2_rn and __habs2 are used.
#include <cuda_fp16.h>
#include <cmath>
#include "exercise.hpp"
constexpr int block_size = 128, queries = 4, words = 3;

__device__ float squared(float3 a, float3 b) {
  const float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
  return dx * dx + dy * dy + dz * dz;
}

// Not more than the distance: values of fp16 are rounded down.
__device__ float at_least(float3 a, float3 b) {
  const __half2 apart = __habs2(__floats2half2_rn(fminf(fmaxf(a.x - b.x, -60000.0f), 60000.0f),
                                                  fminf(fmaxf(a.y - b.y, -60000.0f), 60000.0f)));
  const float x = 0.99f * __low2float(apart), y = 0.99f * __high2float(apart);
  return fmaxf(x * x, y * y);
}

__global__ void find_nearest_kernel(const float3* points, int count, int* nearest) {
  __shared__ float tile[words * block_size];
  const int block_first = blockIdx.x * block_size * queries, first = block_first + threadIdx.x;
  const float* all = reinterpret_cast<const float*>(points);
  float3 own[queries];
  float best[queries];
  int best_index[queries];
  const auto load = [&](int begin) {
    __syncthreads();
    const int end = min(block_size, count - begin) * words;
    for (int w = threadIdx.x; w < end; w += block_size) tile[w] = all[words * begin + w];
    __syncthreads();
  };
  const auto point = [&](int i) {
    return make_float3(tile[words * i], tile[words * i + 1], tile[words * i + 2]);
  };
  for (int k = 0; k < queries; ++k) {
    load(block_first + k * block_size);
    own[k] = first + k * block_size < count ? point(threadIdx.x) : make_float3(0, 0, 0);
    best[k] = INFINITY;
    best_index[k] = -1;
  }
  for (int begin = 0; begin < count; begin += block_size) {
    load(begin);
    for (int i = 0; i < min(block_size, count - begin); ++i) {
      const float3 other = point(i);
      for (int k = 0; k < queries; ++k) {
        if (begin + i == first + k * block_size || at_least(own[k], other) > best[k]) continue;
        const float distance = squared(own[k], other);
        if (distance < best[k]) best[k] = distance, best_index[k] = begin + i;
      }
    }
  }
  for (int k = 0; k < queries; ++k)
    if (first + k * block_size < count) nearest[first + k * block_size] = best_index[k];
}

void find_nearest(const float3* points, int count, int* nearest) {
  constexpr int block_queries = block_size * queries;
  if (count > 0)
    find_nearest_kernel<<<(count + block_queries - 1) / block_queries, block_size>>>(points, count, nearest);
}
