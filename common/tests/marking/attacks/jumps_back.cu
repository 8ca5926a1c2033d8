// The lens does not see where the iterations of such a loop begin.
// says: the submission jumps back by goto
#include "exercise.hpp"

__global__ void move(const float3* points, float3* moved, int count, float3 step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
again:
  if (i >= count) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
  i += gridDim.x * blockDim.x;
  goto again;
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count > 0) move<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
