// Has variables that are called after functions of the library: they stay its own.
// says: moved.0. is
#include "exercise.hpp"

int write, open = 1, read = 2;

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  step.x += static_cast<float>(write + open + read + 1);
  if (count > 0)
    move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
