// Spans and views of coordinates.
#include <span>
#include "exercise.hpp"

namespace {
struct Soa {
  const float *x, *y, *z;
  __host__ __device__ Soa(const float* base, int n) : x(base), y(base + n), z(base + 2 * n) {}
};
template <class T>
__device__ T sqr(T v) {
  return v * v;
}
}  // namespace

void arrange(const float3* points, float* layout, int n) {
  float* x = layout;
  float* y = x + n;
  float* z = y + n;
  for (const float3& p : std::span(points, n)) {
    *x++ = p.x;
    *y++ = p.y;
    *z++ = p.z;
  }
}

__global__ void dist(const float* layout, float3 c, float* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Soa s(layout, n);
    d[i] = sqr(s.x[i] - c.x) + sqr(s.y[i] - c.y) + sqr(s.z[i] - c.z);
  }
}

void distances(const float* layout, float3 centre, float* distance, int n) {
  if (n == 0) return;
  int threads = 256;
  dist<<<(n + threads - 1) / threads, threads>>>(layout, centre, distance, n);
}
