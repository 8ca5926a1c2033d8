// No barrier between filling the cache and the first step of the tree: a thread reads a slot its owner may
// not have written.
// expect-hazard: race-shared a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int threads = 256;

__global__ void dot(const float* x, const float* y, float* sum, int n) {
  __shared__ float cache[threads];
  float own = 0;
  for (int i = threadIdx.x; i < n; i += threads) own += x[i] * y[i];
  cache[threadIdx.x] = own;  // @a
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];  // @b
    __syncthreads();
  }
  if (threadIdx.x == 0) *sum = cache[0];
}

int main() {
  const int n = 1000;
  std::vector<float> x(n), y(n, 2.0f);
  float expected = 0, sum = 0;
  for (int i = 0; i < n; ++i) expected += 2.0f * (x[i] = static_cast<float>(i % 17));
  float *d_x, *d_y, *d_sum;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_y, n * sizeof(float)));
  CHECK(cudaMalloc(&d_sum, sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  dot<<<1, threads>>>(d_x, d_y, d_sum, n);
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_sum));
  return sum == expected ? 0 : 1;
}
