// Where the last step is not full, the last row of b is read again and multiplied by zeros: an infinite element there makes a NaN.
// says: c\[[0-9]+\] is -?nan
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned threads = 16, thread_tile = 4, tile = threads * thread_tile, depth = 8,
                   block_size = threads * threads;

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[tile][depth];
  __shared__ float b_tile[depth][tile];
  const unsigned x = threadIdx.x % threads, y = threadIdx.x / threads;
  const unsigned first_row = blockIdx.y * tile, first_col = blockIdx.x * tile;
  float sum[thread_tile][thread_tile] = {};
  for (unsigned first = 0; first < k; first += depth) {
    for (unsigned i = threadIdx.x; i < tile * depth; i += block_size) {
      const unsigned row = first_row + i / depth, a_term = first + i % depth;
      a_tile[i / depth][i % depth] = row < m && a_term < k ? a[std::size_t{row} * k + a_term] : 0;
      const unsigned b_term = min(first + i / tile, k - 1);   // its factor is 0
      const unsigned col = min(first_col + i % tile, n - 1);  // not stored
      b_tile[i / tile][i % tile] = b[std::size_t{b_term} * n + col];
    }
    __syncthreads();
    for (unsigned term = 0; term < depth; ++term) {
      float a_part[thread_tile], b_part[thread_tile];
      for (unsigned i = 0; i < thread_tile; ++i) {
        a_part[i] = a_tile[y + i * threads][term];
        b_part[i] = b_tile[term][x + i * threads];
      }
      for (unsigned i = 0; i < thread_tile; ++i)
        for (unsigned j = 0; j < thread_tile; ++j) sum[i][j] += a_part[i] * b_part[j];
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < thread_tile; ++i)
    for (unsigned j = 0; j < thread_tile; ++j) {
      const unsigned row = first_row + y + i * threads, col = first_col + x + j * threads;
      if (row < m && col < n) c[std::size_t{row} * n + col] = sum[i][j];
    }
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + tile - 1) / tile, (m + tile - 1) / tile);
  matmul_kernel<<<grid, block_size>>>(a, b, c, m, n, k);
}
