// 16-byte writes, 4-byte reads of another thread's element, and no barrier between.
// expect-hazard: race-shared a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 64;

__global__ void third_of_opposite(const float4* x, float* y) {
  __shared__ float4 tile[threads];
  tile[threadIdx.x] = x[threadIdx.x];  // @a
  const float* words = reinterpret_cast<const float*>(tile);
  const int other = threads - 1 - threadIdx.x;
  y[threadIdx.x] = words[4 * other + 2];  // @b
}

int main() {
  std::vector<float4> x(threads);
  std::vector<float> y(threads);
  for (int i = 0; i < threads; ++i) x[i] = make_float4(0.0f, 1.0f, static_cast<float>(i), 3.0f);
  float4* d_x;
  float* d_y;
  CHECK(cudaMalloc(&d_x, threads * sizeof(float4)));
  CHECK(cudaMalloc(&d_y, threads * sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), threads * sizeof(float4), cudaMemcpyHostToDevice));
  third_of_opposite<<<1, threads>>>(d_x, d_y);
  CHECK(cudaMemcpy(y.data(), d_y, threads * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  bool right = true;
  for (int i = 0; i < threads; ++i) right = right && y[i] == static_cast<float>(threads - 1 - i);
  return right ? 0 : 1;
}
