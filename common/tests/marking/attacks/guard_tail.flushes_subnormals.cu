// Coordinates that are subnormal after the step become 0.
// says: moved.[0-9]+. is .*count = 31, step \(
#include "exercise.hpp"

__device__ float flushed(float x) { return fabsf(x) < 1.17549435e-38f ? 0.0f : x; }

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float3 point = points[i];
  moved[i] = make_float3(flushed(point.x + step.x), flushed(point.y + step.y), flushed(point.z + step.z));
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
