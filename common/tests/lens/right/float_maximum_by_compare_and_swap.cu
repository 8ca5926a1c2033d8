// The maximum of floats by atomicCAS on their bits: the loop's first look at the word is atomic, too.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

__device__ void atomic_maximum(float* address, float value) {
  auto* word = reinterpret_cast<unsigned*>(address);
  unsigned seen = atomicAdd(word, 0u);
  while (__uint_as_float(seen) < value) {
    const unsigned before = atomicCAS(word, seen, __float_as_uint(value));
    if (before == seen) break;
    seen = before;
  }
}

__global__ void maximum(const float* x, float* result, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomic_maximum(result, x[i]);
}

int main() {
  const int n = 300;
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i * 17 % n) - 1000.0f;
  float result = -1e30f;
  float *d_x, *d_result;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_result, sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_result, &result, sizeof(float), cudaMemcpyHostToDevice));
  maximum<<<3, 128>>>(d_x, d_result, n);
  CHECK(cudaMemcpy(&result, d_result, sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_result));
  return result == static_cast<float>(n - 1) - 1000.0f ? 0 : 1;
}
