// Bins counted by loops of compare-and-swap, whose first guess is 0 or an atomic look. A guess that fails
// is no data, so the fence of block scope between two bins hides nothing from another block.
// expect-exit: 0
#include <vector>

#include "../lens_check.hpp"

constexpr unsigned bins = 7;

__device__ void count(unsigned* bin, unsigned seen) {
  unsigned assumed;
  do {
    assumed = seen;
    seen = atomicCAS(bin, assumed, assumed + 1);
  } while (seen != assumed);
}

__global__ void histogram(const unsigned char* x, unsigned* counts, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned* bin = &counts[x[i] % bins];
    count(bin, i % 2 == 0 ? 0 : atomicAdd(bin, 0u));
    __threadfence_block();
  }
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
