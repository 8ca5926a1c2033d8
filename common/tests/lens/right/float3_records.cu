// 12-byte records straddle sectors and vectors: neighbors share 16-byte parts of memory, but no byte.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void rotate(const float3* in, float3* out, int n) {
  __shared__ float3 tile[threads];
  const int base = blockIdx.x * threads, i = base + threadIdx.x;
  const int in_tile = min(threads, n - base);
  if (i < n) tile[threadIdx.x] = in[i];
  __syncthreads();
  if (i < n) {
    const float3 p = tile[(threadIdx.x + 1) % in_tile];
    out[i] = make_float3(p.y, p.z, p.x);
  }
}

int main() {
  const int n = 101;
  std::vector<float3> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = make_float3(static_cast<float>(i), static_cast<float>(-i), 0.5f);
  float3 *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, n * sizeof(float3)));
  CHECK(cudaMalloc(&d_out, n * sizeof(float3)));
  CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float3), cudaMemcpyHostToDevice));
  rotate<<<2, threads>>>(d_in, d_out, n);
  CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float3), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  bool right = true;
  for (int i = 0; i < n; ++i) {
    const float from = static_cast<float>(i == 63 ? 0 : i == n - 1 ? 64 : i + 1);
    right = right && out[i].x == -from && out[i].y == 0.5f && out[i].z == from;
  }
  return right ? 0 : 1;
}
