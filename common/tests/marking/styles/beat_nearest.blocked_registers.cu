// Queries as structures in registers; the index travels in the fourth word.
#include <cfloat>
#include "exercise.hpp"

namespace {
constexpr unsigned threads = 128, items = 8;

struct Query {
  Point p;
  float d;
  int i;
};

__global__ void kernel(const Point* points, int* nearest, unsigned count) {
  __shared__ __align__(16) float4 tile[threads];
  Query q[items];
  const unsigned base = blockIdx.x * threads * items;
#pragma unroll
  for (unsigned k = 0; k < items; k++) {
    unsigned id = base + k * threads + threadIdx.x;
    q[k] = {id < count ? points[id] : Point{}, FLT_MAX, -1};
  }
  for (unsigned first = 0; first < count; first += threads) {
    if (unsigned j = first + threadIdx.x; j < count)
      tile[threadIdx.x] = {points[j].x, points[j].y, points[j].z, __int_as_float(j)};
    __syncthreads();
    for (unsigned s = 0, e = min(threads, count - first); s < e; s++) {
      const float4 o = tile[s];
      const int id = __float_as_int(o.w);
#pragma unroll
      for (unsigned k = 0; k < items; k++) {
        float dx = q[k].p.x - o.x, dy = q[k].p.y - o.y, dz = q[k].p.z - o.z;
        float d = dx * dx + dy * dy + dz * dz;
        if (d < q[k].d && id != int(base + k * threads + threadIdx.x)) {
          q[k].d = d;
          q[k].i = id;
        }
      }
    }
    __syncthreads();
  }
  for (unsigned k = 0; k < items; k++)
    if (unsigned id = base + k * threads + threadIdx.x; id < count) nearest[id] = q[k].i;
}
}  // namespace

void find_nearest(const Point* points, int* nearest, unsigned count) {
  if (count) kernel<<<(count + threads * items - 1) / (threads * items), threads>>>(points, nearest, count);
}
