// A tile per coordinate.
#include <cfloat>
#include "exercise.hpp"

__global__ void nn(const Point* p, int* out, unsigned n) {
  __shared__ float sx[tile_size], sy[tile_size], sz[tile_size];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const Point me = i < n ? p[i] : Point{0, 0, 0};
  float best = FLT_MAX;
  int which = -1;
  for (unsigned base = 0; base < n; base += tile_size) {
    unsigned j = base + threadIdx.x;
    if (j < n) {
      Point q = p[j];
      sx[threadIdx.x] = q.x;
      sy[threadIdx.x] = q.y;
      sz[threadIdx.x] = q.z;
    }
    __syncthreads();
    const unsigned m = min(tile_size, n - base);
    for (unsigned k = 0; k < m; ++k) {
      if (base + k == i) continue;
      float dx = me.x - sx[k], dy = me.y - sy[k], dz = me.z - sz[k];
      float d = dx * dx + dy * dy + dz * dz;
      if (d < best) best = d, which = base + k;
    }
    __syncthreads();
  }
  if (i < n) out[i] = which;
}

void find_nearest(const Point* points, int* nearest, unsigned count) {
  if (count > 0) nn<<<(count + tile_size - 1) / tile_size, tile_size>>>(points, nearest, count);
}
