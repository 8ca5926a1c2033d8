// Has an attribute by which the lens sees nothing, with a name that ## joins.
// says: compiler attributes
#include "exercise.hpp"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

JOIN(_, JOIN(_, JOIN(attribute, JOIN(_, _))))((no_sanitize_thread)) __device__ float add(float a, float b) {
  return a + b;
}

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) moved[i] = make_float3(add(points[i].x, step.x), points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count > 0)
    move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
