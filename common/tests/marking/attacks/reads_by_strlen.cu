// Reads by a function of the library, which the lens does not see.
// says: out-of-bounds
#include "exercise.hpp"

// nvcc, and the translator, refuse a call from a kernel itself.
__host__ __device__ size_t length(const char* text) { return strlen(text); }

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  if (length(reinterpret_cast<const char*>(points + count)) == 7) return;
  moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count > 0)
    move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(points, moved, count, step);
}
