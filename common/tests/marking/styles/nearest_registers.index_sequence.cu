// The four queries of a thread as a pack: no loop, cuda::std::array, and a fold over an index sequence.
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/utility>

#include "exercise.hpp"

struct Best {
  float distance = cuda::std::numeric_limits<float>::infinity();
  int index{-1};
  __device__ void offer(float other, int candidate) {
    if (other < distance) *this = {other, candidate};
  }
};

__device__ constexpr float3 operator-(float3 a, float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ constexpr float norm2(float3 v) { return v.x * v.x + v.y * v.y + v.z * v.z; }

template <cuda::std::size_t... K>
__device__ void search(cuda::std::index_sequence<K...>, const float3* points, int count, int* nearest) {
  const int stride = blockDim.x, first = blockIdx.x * stride * static_cast<int>(sizeof...(K)) + threadIdx.x;
  const cuda::std::array<float3, sizeof...(K)> own{
      (first + int(K) * stride < count ? points[first + int(K) * stride] : float3{})...};
  cuda::std::array<Best, sizeof...(K)> best{};
  for (int candidate = 0; candidate != count; ++candidate) {
    const float3 point = points[candidate];
    ((candidate != first + int(K) * stride ? best[K].offer(norm2(own[K] - point), candidate) : void()), ...);
  }
  ((first + int(K) * stride < count ? void(nearest[first + int(K) * stride] = best[K].index) : void()), ...);
}

__global__ void find_kernel(const float3* points, int count, int* nearest) {
  search(cuda::std::make_index_sequence<queries>{}, points, count, nearest);
}

void find_nearest(const float3* points, int count, int* nearest) {
  constexpr auto threads = 128, per_block = threads * queries;
  if (count > 0) find_kernel<<<(count + per_block - 1) / per_block, threads>>>(points, count, nearest);
}
