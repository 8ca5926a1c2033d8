// The step in managed memory, written by the host; what each thread of the host keeps.
#include "exercise.hpp"

__managed__ float3 managed_step;
thread_local int calls = 0;

__global__ void move_kernel(const float3* points, float3* moved, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  moved[i] =
      make_float3(points[i].x + managed_step.x, points[i].y + managed_step.y, points[i].z + managed_step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  ++calls;
  managed_step = step;
  if (count == 0) return;
  move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count);
  cudaDeviceSynchronize();
}
