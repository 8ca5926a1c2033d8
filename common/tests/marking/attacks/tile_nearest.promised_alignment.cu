// Promises by __builtin_assume_aligned that each point of 12 bytes lies at a multiple of 16.
// says: the assertion .* failed
#include <cfloat>

#include "exercise.hpp"

__device__ float squared_distance(const Point& a, const Point& b) {
  const float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
  return dx * dx + dy * dy + dz * dz;
}

__device__ Point load(const Point* from) {
  const float* const words = static_cast<const float*>(__builtin_assume_aligned(from, 16));
  return {words[0], words[1], words[2]};
}

__global__ void nearest_kernel(const Point* points, int* nearest, unsigned count) {
  __shared__ Point tile[tile_size];
  const unsigned i = blockIdx.x * tile_size + threadIdx.x;
  Point own = {};
  if (i < count) own = load(points + i);
  float best = FLT_MAX;
  int best_index = -1;
  for (unsigned first = 0; first < count; first += tile_size) {
    if (first + threadIdx.x < count) tile[threadIdx.x] = load(points + first + threadIdx.x);
    __syncthreads();
    const unsigned size = count - first < tile_size ? count - first : tile_size;
    for (unsigned place = 0; place < size; ++place) {
      const float distance = squared_distance(own, tile[place]);
      if (distance < best && first + place != i) {
        best = distance;
        best_index = static_cast<int>(first + place);
      }
    }
    __syncthreads();
  }
  if (i < count) nearest[i] = best_index;
}

void find_nearest(const Point* points, int* nearest, unsigned count) {
  if (count == 0) return;
  nearest_kernel<<<(count + tile_size - 1) / tile_size, tile_size>>>(points, nearest, count);
}
