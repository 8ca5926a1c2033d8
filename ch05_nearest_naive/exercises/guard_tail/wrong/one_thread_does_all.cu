// Right and safe, with each thread at a stretch of 32 points: lanes are far apart.
#include "exercise.hpp"

constexpr int stretch = 32;

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * stretch;
  for (int i = first; i < first + stretch && i < count; ++i) {
    const float3 point = points[i];
    moved[i] = make_float3(point.x + step.x, point.y + step.y, point.z + step.z);
  }
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  const int blocks = (count + block_size * stretch - 1) / (block_size * stretch);
  move_kernel<<<blocks, block_size>>>(points, moved, count, step);
}
