// All points go to page-locked host memory; the search loads from there.
// says: reads page-locked memory that a kernel has
#include <cfloat>
#include "exercise.hpp"
__global__ void to_host(const float* from, float* to, unsigned words) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < words) to[i] = from[i];
}
__global__ void search(const Point* points, int* nearest, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Point own = points[i];
  float best = FLT_MAX;
  int best_index = -1;
  for (unsigned k = 0; k < count; ++k) {
    const float dx = own.x - points[k].x, dy = own.y - points[k].y, dz = own.z - points[k].z;
    const float d = dx * dx + dy * dy + dz * dz;
    if (d < best && k != i) best = d, best_index = static_cast<int>(k);
  }
  nearest[i] = best_index;
}
void find_nearest(const Point* points, int* nearest, unsigned count) {
  if (count == 0) return;
  Point* copy = nullptr;
  cudaMallocHost(&copy, count * sizeof(Point));
  to_host<<<(3 * count + 127) / 128, 128>>>(reinterpret_cast<const float*>(points),
                                            reinterpret_cast<float*>(copy), 3 * count);
  search<<<(count + 127) / 128, 128>>>(copy, nearest, count);
  cudaDeviceSynchronize();
  cudaFreeHost(copy);
}
