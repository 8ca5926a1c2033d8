// A launch of 256 threads for each 256 points, where one launch is enough.
// says: launches, where one is enough
#include "exercise.hpp"

void arrange(const float3* points, float* layout, int n) {
  for (int i = 0; i < n; ++i) {
    layout[i] = points[i].x;
    layout[n + i] = points[i].y;
    layout[2 * n + i] = points[i].z;
  }
}

__global__ void distances_kernel(const float* layout, float3 centre, float* distance, int n, int begin) {
  const int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float dx = layout[i] - centre.x;
  const float dy = layout[n + i] - centre.y;
  const float dz = layout[2 * n + i] - centre.z;
  distance[i] = dx * dx + dy * dy + dz * dz;
}

void distances(const float* layout, float3 centre, float* distance, int n) {
  for (int begin = 0; begin < n; begin += 256)
    distances_kernel<<<2, 128>>>(layout, centre, distance, n, begin);
}
