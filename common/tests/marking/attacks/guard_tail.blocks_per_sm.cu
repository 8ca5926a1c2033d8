// 100 blocks for each SM of the GPU, and no loop: a smaller GPU moves a part of the points.
// says: Only if blocks, warps and lanes run in another order
#include "exercise.hpp"

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) moved[i] = make_float3(points[i].x + step.x, points[i].y + step.y, points[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  int multiprocessors = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  move_kernel<<<100 * multiprocessors, block_size>>>(points, moved, count, step);
}
