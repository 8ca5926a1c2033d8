// Wrong for k from 2 to 8: a product of no more terms than a step is taken for an outer product, which has one term.
// says: c\[[0-9]+\] is \S+, not \S+ \(m = 2, n = 3, k = 2\)
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned side = 64;  // rows and columns of C a block
constexpr unsigned own = 4;    // rows and columns of C a thread
constexpr unsigned depth = 8;  // terms of a step
constexpr unsigned block_size = side / own * (side / own);

__global__ void outer_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  const unsigned col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row >= m || col >= n) return;
  c[std::size_t{row} * n + col] = k == 0 ? 0.0f : a[std::size_t{row} * k] * b[col];
}

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float of_a[side][depth];
  __shared__ float of_b[depth][side];

  const unsigned x = threadIdx.x % (side / own), y = threadIdx.x / (side / own);
  const unsigned top = blockIdx.y * side, left = blockIdx.x * side;

  float sum[own][own] = {};
  for (unsigned step = 0; step < k; step += depth) {
    for (unsigned place = threadIdx.x; place < side * depth; place += block_size) {
      const unsigned a_row = place / depth, a_term = place % depth;
      const unsigned b_col = place % side, b_term = place / side;
      of_a[a_row][a_term] =
          top + a_row < m && step + a_term < k ? a[std::size_t{top + a_row} * k + step + a_term] : 0.0f;
      of_b[b_term][b_col] =
          left + b_col < n && step + b_term < k ? b[std::size_t{step + b_term} * n + left + b_col] : 0.0f;
    }
    __syncthreads();
    for (unsigned term = 0; term < depth; ++term) {
      float from_a[own], from_b[own];
      for (unsigned i = 0; i < own; ++i) from_a[i] = of_a[y + i * (side / own)][term];
      for (unsigned j = 0; j < own; ++j) from_b[j] = of_b[term][x + j * (side / own)];
      for (unsigned i = 0; i < own; ++i)
        for (unsigned j = 0; j < own; ++j) sum[i][j] += from_a[i] * from_b[j];
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < own; ++i)
    for (unsigned j = 0; j < own; ++j) {
      const unsigned row = top + y + i * (side / own), col = left + x + j * (side / own);
      if (row < m && col < n) c[std::size_t{row} * n + col] = sum[i][j];
    }
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  if (k <= depth)
    outer_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(a, b, c, m, n, k);
  else
    matmul_kernel<<<dim3((n + side - 1) / side, (m + side - 1) / side), block_size>>>(a, b, c, m, n, k);
}
