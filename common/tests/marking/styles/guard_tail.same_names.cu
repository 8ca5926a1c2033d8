// Local variables with names of host functions.
#include "exercise.hpp"

int blocks(int count) { return (count + block_size - 1) / block_size; }
bool last(int i, int count) { return i + 1 == count; }

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int blocks = gridDim.x;
  auto last = [&](int i) { return i >= count || blocks == 0; };
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (last(i)) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  if (!last(0, 0)) move_kernel<<<blocks(count), block_size>>>(points, moved, count, step);
}
