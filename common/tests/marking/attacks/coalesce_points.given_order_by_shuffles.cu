// Leaves the coordinates in the given order: a warp loads its 96 words in order, and shuffles bring each lane its own.
// says: shuffles, votes and the like
#include "exercise.hpp"

void arrange(const float3* points, float* layout, int n) {
  for (int i = 0; i < n; ++i) {
    layout[3 * i] = points[i].x;
    layout[3 * i + 1] = points[i].y;
    layout[3 * i + 2] = points[i].z;
  }
}

// Word `number` of the 96 that the warp holds, 32 in each variable.
__device__ float word_of_warp(float first, float second, float third, int number) {
  const float a = __shfl_sync(0xFFFFFFFFu, first, number % 32);
  const float b = __shfl_sync(0xFFFFFFFFu, second, number % 32);
  const float c = __shfl_sync(0xFFFFFFFFu, third, number % 32);
  return number < 32 ? a : number < 64 ? b : c;
}

__global__ void distances_kernel(const float* layout, float3 centre, float* distance, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % 32;
  const int begin = 3 * (i - lane) + lane;
  const float first = begin < 3 * n ? layout[begin] : 0;
  const float second = begin + 32 < 3 * n ? layout[begin + 32] : 0;
  const float third = begin + 64 < 3 * n ? layout[begin + 64] : 0;
  const float dx = word_of_warp(first, second, third, 3 * lane) - centre.x;
  const float dy = word_of_warp(first, second, third, 3 * lane + 1) - centre.y;
  const float dz = word_of_warp(first, second, third, 3 * lane + 2) - centre.z;
  if (i < n) distance[i] = dx * dx + dy * dy + dz * dz;
}

void distances(const float* layout, float3 centre, float* distance, int n) {
  constexpr int block_size = 128;
  if (n > 0) distances_kernel<<<(n + block_size - 1) / block_size, block_size>>>(layout, centre, distance, n);
}
