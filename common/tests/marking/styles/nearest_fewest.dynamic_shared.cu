// A lambda loads tiles into dynamic shared memory.
#include <cooperative_groups.h>
#include <cfloat>
#include "exercise.hpp"
namespace cg = cooperative_groups;

constexpr int B = 128, Q = 4;

__global__ void nn(const float3* pts, int n, int* out) {
  extern __shared__ float buf[];
  auto block = cg::this_thread_block();
  const float* flat = reinterpret_cast<const float*>(pts);
  float3 q[Q];
  float bd[Q];
  int bi[Q];
  const int base = blockIdx.x * B * Q;
  auto fetch = [&](int first) {
    block.sync();
    const int words = 3 * min(B, n - first);
    for (int w = block.thread_rank(); w < words; w += block.size()) buf[w] = flat[3 * first + w];
    block.sync();
  };
  for (int k = 0; k < Q; k++) {
    fetch(base + k * B);
    const int t = threadIdx.x;
    q[k] = base + k * B + t < n ? float3{buf[3 * t], buf[3 * t + 1], buf[3 * t + 2]} : float3{};
    bd[k] = FLT_MAX;
    bi[k] = -1;
  }
  for (int first = 0; first < n; first += B) {
    fetch(first);
    for (int j = 0; j < B && first + j < n; j++) {
      float x = buf[3 * j], y = buf[3 * j + 1], z = buf[3 * j + 2];
      for (int k = 0; k < Q; k++) {
        float dx = q[k].x - x, dy = q[k].y - y, dz = q[k].z - z;
        float d = dx * dx + dy * dy + dz * dz;
        if (d < bd[k] && first + j != base + k * B + (int)threadIdx.x) bd[k] = d, bi[k] = first + j;
      }
    }
  }
  for (int k = 0; k < Q; k++) {
    int i = base + k * B + threadIdx.x;
    if (i < n) out[i] = bi[k];
  }
}

void find_nearest(const float3* points, int count, int* nearest) {
  if (count > 0) nn<<<(count + B * Q - 1) / (B * Q), B, 3 * B * sizeof(float)>>>(points, count, nearest);
}
