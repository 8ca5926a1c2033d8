// Each call allocates page-locked memory, which nothing frees.
// says: safe 0 / 25 no .*leak: The 4096-byte allocation made at guard_tail.cu:13 is never freed
#include "exercise.hpp"

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  void* kept = nullptr;
  const int blocks = (count + block_size - 1) / block_size;
  cudaHostAlloc(&kept, 4096, cudaHostAllocDefault);
  if (blocks > 0) move_kernel<<<blocks, block_size>>>(points, moved, count, step);
}
