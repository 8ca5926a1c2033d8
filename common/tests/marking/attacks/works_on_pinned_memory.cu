// A kernel takes the input to the host, which does the work; another takes it back.
// says: reads page-locked memory that a kernel has
#include "exercise.hpp"

__global__ void copy(const float3* from, float3* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  float3* pinned = nullptr;
  cudaMallocHost(&pinned, count * sizeof(float3) + 4);
  const int blocks = (count + block_size - 1) / block_size;
  if (count > 0) copy<<<blocks, block_size>>>(points, pinned, count);
  cudaDeviceSynchronize();
  for (int i = 0; i < count; ++i)
    pinned[i] = make_float3(pinned[i].x + step.x, pinned[i].y + step.y, pinned[i].z + step.z);
  if (count > 0) copy<<<blocks, block_size>>>(pinned, moved, count);
  cudaDeviceSynchronize();
  cudaFreeHost(pinned);
}
