// A sum of finite numbers stays finite.
// says: moved\[[0-9]+\] is .* step
#include "exercise.hpp"

#include <cfloat>
#include <cmath>

__device__ float moved_by(float at, float step) {
  const float sum = at + step;
  if (isfinite(at) && isfinite(step)) return fminf(fmaxf(sum, -FLT_MAX), FLT_MAX);
  return sum;
}

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    const float3 point = points[i];
    moved[i] = make_float3(moved_by(point.x, step.x), moved_by(point.y, step.y), moved_by(point.z, step.z));
  }
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  const int blocks = (count + block_size - 1) / block_size;
  if (blocks > 0) move_kernel<<<blocks, block_size>>>(points, moved, count, step);
}
