// Four points per thread, in a loop over an array of indices.
#include "exercise.hpp"

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int first = 4 * blockIdx.x * blockDim.x + threadIdx.x, stride = blockDim.x;
  const int own[] = {first, first + stride, first + 2 * stride, first + 3 * stride};
  for (const int i : own)
    if (i < count) moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  constexpr int per_block = 4 * block_size;
  if (count > 0) move_kernel<<<(count + per_block - 1) / per_block, block_size>>>(points, moved, count, step);
}
