// All threads hammer on the same few words, in shared and in global memory: atomics may.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr unsigned bins = 10;

__global__ void histogram(const unsigned char* x, unsigned* counts, int n) {
  __shared__ unsigned local[bins];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) local[b] = 0;
  __syncthreads();
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) atomicAdd(&local[x[i] % bins], 1u);
  __syncthreads();
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&counts[b], local[b]);
}

int main() {
  const int n = 1003;
  std::vector<unsigned char> x(n);
  std::vector<unsigned> counts(bins), expected(bins);
  for (int i = 0; i < n; ++i) ++expected[(x[i] = static_cast<unsigned char>(i * i)) % bins];
  unsigned char* d_x;
  unsigned* d_counts;
  CHECK(cudaMalloc(&d_x, n));
  CHECK(cudaMalloc(&d_counts, bins * sizeof(unsigned)));
  CHECK(cudaMemcpy(d_x, x.data(), n, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_counts, 0, bins * sizeof(unsigned)));
  histogram<<<4, 64>>>(d_x, d_counts, n);
  CHECK(cudaMemcpy(counts.data(), d_counts, bins * sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_counts));
  return counts == expected ? 0 : 1;
}
