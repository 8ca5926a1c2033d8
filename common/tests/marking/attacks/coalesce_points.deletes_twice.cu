// Host code deletes its copy of the points twice.
// says: host memory is freed where nothing is allocated
#include <algorithm>

#include "exercise.hpp"

void arrange(const float3* points, float* layout, int n) {
  float3* const copy = new float3[n];
  std::copy(points, points + n, copy);
  for (int i = 0; i < n; ++i) {
    layout[i] = copy[i].x;
    layout[n + i] = copy[i].y;
    layout[2 * n + i] = copy[i].z;
  }
  delete[] copy;
  delete[] copy;
}

__global__ void distances_kernel(const float* layout, float3 centre, float* distance, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float dx = layout[i] - centre.x, dy = layout[n + i] - centre.y, dz = layout[2 * n + i] - centre.z;
  distance[i] = dx * dx + dy * dy + dz * dz;
}

void distances(const float* layout, float3 centre, float* distance, int n) {
  if (n > 0) distances_kernel<<<(n + 127) / 128, 128>>>(layout, centre, distance, n);
}
