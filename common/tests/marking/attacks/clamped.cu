// No guard: the threads past the end move the last point again, which is no race because all store the same.
// says: store requests
#include "exercise.hpp"

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = min(static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), count - 1);
  const float3 point = points[i];
  moved[i] = make_float3(point.x + step.x, point.y + step.y, point.z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count > 0)
    move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
