// Host code reads one point past its array.
// says: an access of host memory that is not allocated
#include "exercise.hpp"

void arrange(const float3* points, float* layout, int n) {
  if (n == 0) return;
  float3 next = points[0];
  for (int i = 0; i < n; ++i) {
    const float3 now = next;
    next = points[i + 1];
    layout[i] = now.x;
    layout[n + i] = now.y;
    layout[2 * n + i] = now.z;
  }
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
