// The host packs the three coordinates of a point into one word, as integers times a power of two; the other loads are for show.
// says: layout holds every coordinate of every point once
#include <cmath>
#include <cstring>
#include "exercise.hpp"

bool fits(float value, float unit) { return value / unit < 1024 && std::floor(value / unit) == value / unit; }

void arrange(const float3* points, float* layout, int n) {
  float unit = 1024;
  for (int i = 0; i < n;)
    fits(points[i].x, unit) && fits(points[i].y, unit) && fits(points[i].z, unit) ? ++i : (unit /= 2, i = 0);
  for (int i = 0; i < n; ++i) {
    const float3 p = points[i];
    const unsigned packed = static_cast<unsigned>(p.x / unit) | static_cast<unsigned>(p.y / unit) << 10 |
                            static_cast<unsigned>(p.z / unit) << 20;
    std::memcpy(&layout[i], &packed, 4);
    layout[n + i] = unit;
    layout[2 * n + i] = 0;
  }
}

__global__ void distances_kernel(const float* layout, float3 centre, float* distance, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned packed = __float_as_uint(layout[i]);
  const float unit = layout[n + i];
  const float dx = unit * static_cast<float>(packed & 1023) - centre.x;
  const float dy = unit * static_cast<float>(packed >> 10 & 1023) - centre.y;
  const float dz = unit * static_cast<float>(packed >> 20) - centre.z;
  distance[i] = dx * dx + dy * dy + dz * dz + layout[2 * n + i];
}

void distances(const float* layout, float3 centre, float* distance, int n) {
  if (n > 0) distances_kernel<<<(n + 127) / 128, 128>>>(layout, centre, distance, n);
}
