// Host code writes one word past its array.
// says: an access of host memory that is not allocated
#include "exercise.hpp"

void arrange(const float3* points, float* layout, int n) {
  for (int i = 0; i < n; ++i) {
    layout[i] = points[i].x;
    layout[n + i] = points[i].y;
    layout[2 * n + i] = points[i].z;
  }
  layout[3 * n] = 0;
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
