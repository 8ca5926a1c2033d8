// Reads by a function of the library, which the lens does not see.
// says: was never written
#include "exercise.hpp"

// nvcc, and the translator, refuse a call from a kernel itself.
__host__ __device__ int compared(const void* a, const void* b, int bytes) { return memcmp(a, b, bytes); }

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  if (compared(points, points + i, count) == 7) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count > 0)
    move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
