// Threads without a point read and write past the end of the arrays.
#include "exercise.hpp"

void arrange(const float3* points, float* layout, int n) {
  for (int i = 0; i < n; ++i) {
    layout[i] = points[i].x;
    layout[n + i] = points[i].y;
    layout[2 * n + i] = points[i].z;
  }
}

__global__ void distances_kernel(const float* layout, float3 centre, float* distance, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  const float dx = layout[i] - centre.x;
  const float dy = layout[n + i] - centre.y;
  const float dz = layout[2 * n + i] - centre.z;
  distance[i] = dx * dx + dy * dy + dz * dz;
}

void distances(const float* layout, float3 centre, float* distance, int n) {
  constexpr int block_size = 128;
  if (n > 0) distances_kernel<<<(n + block_size - 1) / block_size, block_size>>>(layout, centre, distance, n);
}
