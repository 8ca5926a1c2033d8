// One query per thread as before; a tile in shared memory saves the requests, and nothing is kept in registers for several queries.
// says: a candidate should serve four queries
#include <cmath>
#include "exercise.hpp"
__global__ void find_nearest_kernel(const float3* points, int count, int* nearest) {
  __shared__ float3 tile[64];
  const int query = blockIdx.x * blockDim.x + threadIdx.x;
  const float3 own = query < count ? points[query] : make_float3(0, 0, 0);
  float best = INFINITY;
  int best_index = -1;
  for (int begin = 0; begin < count; begin += 64) {
    if (begin + static_cast<int>(threadIdx.x) < count) tile[threadIdx.x] = points[begin + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64 && begin + k < count; ++k) {
      const float dx = own.x - tile[k].x, dy = own.y - tile[k].y, dz = own.z - tile[k].z;
      const float d = dx * dx + dy * dy + dz * dz;
      if (d < best && begin + k != query) best = d, best_index = begin + k;
    }
    __syncthreads();
  }
  if (query < count) nearest[query] = best_index;
}
void find_nearest(const float3* points, int count, int* nearest) {
  if (count > 0) find_nearest_kernel<<<(count + 63) / 64, 64>>>(points, count, nearest);
}
