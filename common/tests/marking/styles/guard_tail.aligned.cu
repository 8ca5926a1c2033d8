// Alignment on a type, and again in a kernel; decltype; a type with an operator.
#include "exercise.hpp"

struct __align__(16) Point {
  float x, y, z;
};
struct alignas(8) Step {
  float x, y, z;
};

__global__ void move_kernel(const float3* points, float3* moved, int count, Step step) {
  __shared__ __align__(16) float unused[4];
  alignas(16) float result[3];
  const decltype(count) i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Point point{points[i].x, points[i].y, points[i].z};
  if (sizeof unused == 0) return;
  result[0] = point.x + step.x;
  result[1] = point.y + step.y;
  result[2] = point.z + step.z;
  moved[i] = make_float3(result[0], result[1], result[2]);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count,
                                                                     Step{step.x, step.y, step.z});
}
