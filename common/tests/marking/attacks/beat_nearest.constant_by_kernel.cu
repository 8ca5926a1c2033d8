// Has a kernel fill constant memory, whose loads cost nothing.
// says: a kernel writes to a __constant__ variable
#include <cfloat>
#include "exercise.hpp"
__constant__ Point all[4096];
__global__ void fill(const Point* p, Point* to, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = p[i];
}
__global__ void k(int* out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Point me = all[i];
  float best = FLT_MAX;
  int w = -1;
  for (unsigned j = 0; j < n; ++j) {
    float dx = me.x - all[j].x, dy = me.y - all[j].y, dz = me.z - all[j].z, d = dx * dx + dy * dy + dz * dz;
    if (d < best && j != i) {
      best = d;
      w = j;
    }
  }
  out[i] = w;
}
void find_nearest(const Point* p, int* out, unsigned n) {
  if (!n) return;
  Point* to;
  cudaGetSymbolAddress((void**)&to, all);
  fill<<<(n + 127) / 128, 128>>>(p, to, n);
  k<<<(n + 127) / 128, 128>>>(out, n);
}
