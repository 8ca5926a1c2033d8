// Has an attribute by which the lens sees nothing, with brackets from a macro.
// says: the attribute gnu
#include "exercise.hpp"

#define OPEN [

OPEN OPEN gnu::no_sanitize_thread]] __device__ void store(float3* to, float3 value) { *to = value; }

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    store(moved + i, make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z));
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count > 0)
    move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
