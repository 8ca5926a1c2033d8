// Templates and selections in place of branches.
#include <cfloat>
#include "exercise.hpp"

template <int Q>
__global__ void nn(const float3* pts, int n, int* out) {
  const int threads = gridDim.x * blockDim.x;
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  float qx[Q], qy[Q], qz[Q], bd[Q];
  int bi[Q];
#pragma unroll
  for (int k = 0; k < Q; ++k) {
    int i = t + k * threads;
    float3 p = pts[i < n ? i : n - 1];
    qx[k] = p.x;
    qy[k] = p.y;
    qz[k] = p.z;
    bd[k] = FLT_MAX;
    bi[k] = -1;
  }
  for (int c = 0; c < n; ++c) {
    const float3 p = pts[c];
#pragma unroll
    for (int k = 0; k < Q; ++k) {
      float dx = qx[k] - p.x, dy = qy[k] - p.y, dz = qz[k] - p.z;
      float d = dx * dx + dy * dy + dz * dz;
      bool better = d < bd[k] && c != t + k * threads;
      bd[k] = better ? d : bd[k];
      bi[k] = better ? c : bi[k];
    }
  }
#pragma unroll
  for (int k = 0; k < Q; ++k)
    if (int i = t + k * threads; i < n) out[i] = bi[k];
}

void find_nearest(const float3* points, int count, int* nearest) {
  if (count == 0) return;
  const int block = 64, per_block = block * queries;
  nn<queries><<<(count + per_block - 1) / per_block, block>>>(points, count, nearest);
}
