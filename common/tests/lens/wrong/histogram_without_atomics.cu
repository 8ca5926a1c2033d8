// Threads count in shared bins with ++ instead of an atomic: increments of the same bin overwrite each other.
// expect-hazard: race-shared a a
// allow-hazard: race-warp a a
// expect-exit: 3
#include <vector>

#include "../lens_check.hpp"

constexpr int bins = 8;

__global__ void histogram(const unsigned char* x, int* counts, int n) {
  __shared__ int local[bins];
  if (threadIdx.x < bins) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const int bin = x[i] % bins;
    ++local[bin];  // @a
  }
  __syncthreads();
  if (threadIdx.x < bins) counts[threadIdx.x] = local[threadIdx.x];
}

int main() {
  const int n = 500;
  std::vector<unsigned char> x(n);
  std::vector<int> expected(bins), counts(bins);
  for (int i = 0; i < n; ++i) ++expected[(x[i] = static_cast<unsigned char>(i * i)) % bins];
  unsigned char* d_x;
  int* d_counts;
  CHECK(cudaMalloc(&d_x, n));
  CHECK(cudaMalloc(&d_counts, bins * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n, cudaMemcpyHostToDevice));
  histogram<<<1, 128>>>(d_x, d_counts, n);
  CHECK(cudaMemcpy(counts.data(), d_counts, bins * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_counts));
  return counts == expected ? 0 : 1;
}
