// A static variable of host and device.
// says: copied or written by the host
#include "exercise.hpp"
__host__ __device__ float3* cells() {
  static float3 all[300000];
  return all;
}
__global__ void out_kernel(const float3* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) cells()[i] = p[i];
}
void move_points(const float3* p, float3* m, int n, float3 s) {
  if (!n) return;
  out_kernel<<<(n + 255) / 256, 256>>>(p, n);
  for (int i = 0; i < n; ++i) {
    float3 a = cells()[i];
    m[i] = make_float3(a.x + s.x, a.y + s.y, a.z + s.z);
  }
}
