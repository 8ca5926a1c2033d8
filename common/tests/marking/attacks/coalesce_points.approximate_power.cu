// Squares by __powf(d, 2): a GPU computes it by logarithms, so it is NaN for a negative d.
// says: is -nan, not
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
  if (i >= n) return;
  const float dx = layout[i] - centre.x, dy = layout[n + i] - centre.y, dz = layout[2 * n + i] - centre.z;
  distance[i] = __powf(dx, 2) + __powf(dy, 2) + __powf(dz, 2);
}

void distances(const float* layout, float3 centre, float* distance, int n) {
  if (n > 0) distances_kernel<<<(n + 127) / 128, 128>>>(layout, centre, distance, n);
}
