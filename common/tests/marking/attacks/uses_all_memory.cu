// Takes memory until there is none.
// says: needs more than 1024 MiB of memory
#include "exercise.hpp"

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  for (;;) {
    char* block = new char[1 << 24];
    for (int i = 0; i < 1 << 24; i += 4096) block[i] = 1;
    if (block[4096] == 0) break;
  }
  if (count > 0)
    move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
