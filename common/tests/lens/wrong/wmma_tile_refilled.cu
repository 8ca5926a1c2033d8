// A product by wmma, tile after tile of shared memory: no thread waits before the next tile is filled, and lanes of the warp may still load
// fragments of the last one.
// expect-hazard: race-warp|race-shared|reuse-without-barrier a b
// allow-hazard: race-shared a b
// allow-hazard: race-warp a b
// expect-exit: 1|3
#include <mma.h>

#include <vector>

#include "../lens_check.hpp"

namespace wmma = nvcuda::wmma;
constexpr int n = 64;

__global__ void multiply(const __half* a, const __half* b, float* c) {
  __shared__ __align__(32) __half tile[16 * 16];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < n; k += 16) {
    for (int i = threadIdx.x; i < 256; i += 32)
      tile[i] = a[(blockIdx.y * 16 + i / 16) * n + k + i % 16];  // @b
    __syncthreads();
    wmma::load_matrix_sync(fa, tile, 16);  // @a
    wmma::load_matrix_sync(fb, b + k * n + blockIdx.x * 16, n);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, sum, n, wmma::mem_row_major);
}

int main() {
  std::vector<__half> a(n * n), b(n * n);
  std::vector<float> c(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = __float2half(float(i % 7)), b[i] = __float2half(float(i % 5));
  __half *d_a, *d_b;
  float* d_c;
  CHECK(cudaMalloc(&d_a, n * n * sizeof(__half)));
  CHECK(cudaMalloc(&d_b, n * n * sizeof(__half)));
  CHECK(cudaMalloc(&d_c, n * n * sizeof(float)));
  CHECK(cudaMemcpy(d_a, a.data(), n * n * sizeof(__half), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b.data(), n * n * sizeof(__half), cudaMemcpyHostToDevice));
  multiply<<<dim3(n / 16, n / 16), 32>>>(d_a, d_b, d_c);
  CHECK(cudaMemcpy(c.data(), d_c, n * n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_c));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      int sum = 0;
      for (int k = 0; k < n; ++k) sum += (i * n + k) % 7 * ((k * n + j) % 5);
      if (c[i * n + j] != float(sum)) return 1;
    }
  return 0;
}
