// The largest value falls into bin 16 of 16: an atomic addition past the end of the bins.
// expect-hazard: out-of-bounds a b
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int bins = 16;

__global__ void histogram(const float* x, unsigned* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bin = static_cast<int>(x[i] * bins);
  atomicAdd(&counts[bin], 1u);  // @a
}

int main() {
  const int n = 129;
  std::vector<float> x(n);
  std::vector<unsigned> counts(bins);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i) / 128.0f;
  float* d_x;
  unsigned* d_counts;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_counts, bins * sizeof(unsigned)));  // @b
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_counts, 0, bins * sizeof(unsigned)));
  histogram<<<2, 128>>>(d_x, d_counts, n);
  CHECK(cudaMemcpy(counts.data(), d_counts, bins * sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_counts));
  unsigned sum = 0;
  for (const unsigned count : counts) sum += count;
  return sum == n ? 0 : 1;
}
