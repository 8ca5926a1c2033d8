// The length is no multiple of four: the last float4 reaches 12 bytes past the end, both in reading and in
// writing.
// expect-hazard: out-of-bounds a c
// expect-hazard: out-of-bounds b c
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

__global__ void double_all(float4* x, int vectors) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= vectors) return;
  float4 v = x[i];  // @a
  v.x *= 2;
  v.y *= 2;
  v.z *= 2;
  v.w *= 2;
  x[i] = v;  // @b
}

int main() {
  const int n = 1001;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  float* d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));  // @c
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  double_all<<<2, 128>>>(reinterpret_cast<float4*>(d_x), (n + 3) / 4);
  CHECK(cudaMemcpy(y.data(), d_x, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && y[i] == 2 * x[i];
  return right ? 0 : 1;
}
