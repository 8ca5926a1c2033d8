// Each difference is rounded to 11 bits, as those of a tensor core are.
// says: points near the center and far away
#include "exercise.hpp"

void arrange(const float3* points, float* layout, int n) {
  for (int i = 0; i < n; ++i) {
    layout[i] = points[i].x;
    layout[n + i] = points[i].y;
    layout[2 * n + i] = points[i].z;
  }
}

__device__ float tensor_float(float x) {
  return __uint_as_float((__float_as_uint(x) + 0x1000u) & 0xFFFFE000u);
}

__global__ void distances_kernel(const float* layout, float3 centre, float* distance, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float dx = tensor_float(layout[i] - centre.x);
  const float dy = tensor_float(layout[n + i] - centre.y);
  const float dz = tensor_float(layout[2 * n + i] - centre.z);
  distance[i] = dx * dx + dy * dy + dz * dz;
}

void distances(const float* layout, float3 centre, float* distance, int n) {
  constexpr int block_size = 128;
  if (n > 0) distances_kernel<<<(n + block_size - 1) / block_size, block_size>>>(layout, centre, distance, n);
}
