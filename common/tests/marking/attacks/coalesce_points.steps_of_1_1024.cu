// Differences become integers, in steps of 1/1024.
// says: distance.[0-9]+. is 0, not .*n = 1009
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

  const float dx = layout[i] - centre.x;
  const float dy = layout[n + i] - centre.y;
  const float dz = layout[2 * n + i] - centre.z;
  const auto steps = [](float d) { return static_cast<long long>(d * 1024.0f); };  // of 1/1024
  const long long x = steps(dx), y = steps(dy), z = steps(dz);
  distance[i] = static_cast<float>(x * x + y * y + z * z) * 0x1p-20f;
}

void distances(const float* layout, float3 centre, float* distance, int n) {
  constexpr int block_size = 128;
  if (n > 0) distances_kernel<<<(n + block_size - 1) / block_size, block_size>>>(layout, centre, distance, n);
}
