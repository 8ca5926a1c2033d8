// A kernel reads and writes the host's heap, whose address it gets as a number.
// says: host-access
#include "exercise.hpp"

__global__ void move_kernel(const float3* points, float3* moved, int count, float3 step,
                            unsigned long long heap) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  auto* kept = reinterpret_cast<float3*>(heap);
  kept[i] = points[i];
  moved[i] = make_float3(kept[i].x + step.x, kept[i].y + step.y, kept[i].z + step.z);
}

void move_points(const float3* points, float3* moved, int count, float3 step) {
  if (count == 0) return;
  auto* kept = new float3[count];
  const int blocks = (count + block_size - 1) / block_size;
  move_kernel<<<blocks, block_size>>>(points, moved, count, step, reinterpret_cast<unsigned long long>(kept));
  cudaDeviceSynchronize();
  delete[] kept;
}
