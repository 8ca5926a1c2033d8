// A step of 0 launches nothing, so that nothing is written.
// says: never written \(count = 31, step \(0, 0, 0\)\)
#include "exercise.hpp"

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float3 point = points[i];
  moved[i] = make_float3(point.x + step.x, point.y + step.y, point.z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0 || (step.x == 0 && step.y == 0 && step.z == 0)) return;  // nothing to do
  move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
