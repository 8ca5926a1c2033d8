#include "exercise.hpp"

// A block has 64 x 64 elements of C; a thread has 8 x 4.
template <unsigned BM, unsigned BN, unsigned BK, unsigned TM, unsigned TN>
__global__ void sgemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                      unsigned m, unsigned n, unsigned k) {
  __shared__ float as[BK][BM + 4];
  __shared__ float bs[BK][BN];
  constexpr unsigned threads = BM * BN / (TM * TN), across = BN / TN, down = BM / TM;
  const unsigned t = threadIdx.x, tx = t % across, ty = t / across;
  const unsigned r0 = blockIdx.y * BM, c0 = blockIdx.x * BN;
  float acc[TM * TN]{};
  for (unsigned k0 = 0; k0 < k; k0 += BK) {
    for (unsigned i = t; i < BM * BK; i += threads) {
      unsigned r = i / BK, kk = i % BK;
      as[kk][r] = r0 + r < m && k0 + kk < k ? a[(r0 + r) * k + k0 + kk] : 0;
    }
    for (unsigned i = t; i < BN * BK; i += threads) {
      unsigned kk = i / BN, cc = i % BN;
      bs[kk][cc] = k0 + kk < k && c0 + cc < n ? b[(k0 + kk) * n + c0 + cc] : 0;
    }
    __syncthreads();
    for (unsigned kk = 0; kk < BK; ++kk) {
      float ra[TM], rb[TN];
      for (unsigned i = 0; i < TM; ++i) ra[i] = as[kk][ty + i * down];
      for (unsigned j = 0; j < TN; ++j) rb[j] = bs[kk][tx + j * across];
      for (unsigned i = 0; i < TM; ++i)
        for (unsigned j = 0; j < TN; ++j) acc[i * TN + j] += ra[i] * rb[j];
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < TM; ++i)
    for (unsigned j = 0; j < TN; ++j) {
      unsigned r = r0 + ty + i * down, cc = c0 + tx + j * across;
      if (r < m && cc < n) c[r * n + cc] = acc[i * TN + j];
    }
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m * n == 0) return;
  constexpr unsigned BM = 64, BN = 64, BK = 8, TM = 8, TN = 4;
  sgemm<BM, BN, BK, TM, TN>
      <<<dim3((n + BN - 1) / BN, (m + BM - 1) / BM), BM * BN / TM / TN>>>(a, b, c, m, n, k);
}
