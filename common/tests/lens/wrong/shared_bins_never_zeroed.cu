// Shared bins are counted into without having been set to zero first: shared memory begins with anything.
// expect-hazard: uninitialized-shared a
// expect-exit: 1
#include <vector>

#include "../lens_check.hpp"

constexpr int bins = 4;

__global__ void histogram(const int* x, int* counts) {
  __shared__ int local[bins];
  atomicAdd(&local[x[threadIdx.x] % bins], 1);  // @a
  __syncthreads();
  if (threadIdx.x < bins) counts[threadIdx.x] = local[threadIdx.x];
}

int main() {
  const int n = 64;
  std::vector<int> x(n), counts(bins);
  for (int i = 0; i < n; ++i) x[i] = i;
  int *d_x, *d_counts;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_counts, bins * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  histogram<<<1, n>>>(d_x, d_counts);
  CHECK(cudaMemcpy(counts.data(), d_counts, bins * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_counts));
  bool right = true;
  for (const int count : counts) right = right && count == n / bins;
  return right ? 0 : 1;
}
