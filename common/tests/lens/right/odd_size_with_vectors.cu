// float4 over the part that is a multiple of four, single floats over the last one to three elements: up to
// the very end.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__global__ void double_all(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 v = reinterpret_cast<float4*>(x)[i];
    v = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    reinterpret_cast<float4*>(x)[i] = v;
  } else if (i < n / 4 + n % 4) {
    x[n / 4 * 4 + i - n / 4] *= 2;
  }
}

int main() {
  for (const int n : {1, 4, 259, 511}) {
    std::vector<float> x(n);
    for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
    float* d_x;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    double_all<<<2, 128>>>(d_x, n);
    CHECK(cudaMemcpy(x.data(), d_x, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_x));
    for (int i = 0; i < n; ++i)
      if (x[i] != static_cast<float>(2 * i)) return 1;
  }
  return 0;
}
