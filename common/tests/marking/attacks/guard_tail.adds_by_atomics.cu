// A copy by the runtime moves the points, and atomic operations add the step to words that no other thread touches.
// says: moved\[[0-9]+\] is
#include "exercise.hpp"

__global__ void move_kernel(float3* moved, int count, float3 step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  atomicAdd(&moved[i].x, step.x);
  atomicAdd(&moved[i].y, step.y);
  atomicAdd(&moved[i].z, step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  cudaMemcpy(moved, points, count * sizeof(float3), cudaMemcpyDeviceToDevice);
  move_kernel<<<(count + block_size - 1) / block_size, block_size>>>(moved, count, step);
}
