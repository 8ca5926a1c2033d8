// Wrong: a thread owns 4x4 elements, and loads both factors again for each of them

#include <cstddef>

#include "exercise.hpp"

constexpr unsigned threads = 16;                  // along x and along y
constexpr unsigned thread_tile = 4;               // rows and columns of C a thread
constexpr unsigned tile = threads * thread_tile;  // rows and columns of C a block
constexpr unsigned depth = 8;                     // terms per step: a row of eight words is a sector
constexpr unsigned block_size = threads * threads;

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[tile][depth];
  __shared__ float b_tile[depth][tile];

  const unsigned x = threadIdx.x % threads;
  const unsigned y = threadIdx.x / threads;
  const unsigned first_row = blockIdx.y * tile;
  const unsigned first_col = blockIdx.x * tile;

  float sum[thread_tile][thread_tile] = {};
  for (unsigned first = 0; first < k; first += depth) {
    for (unsigned i = threadIdx.x; i < tile * depth; i += block_size) {
      const unsigned row = first_row + i / depth;
      const unsigned a_term = first + i % depth;
      a_tile[i / depth][i % depth] = row < m && a_term < k ? a[std::size_t{row} * k + a_term] : 0;
      const unsigned b_term = first + i / tile;
      const unsigned col = first_col + i % tile;
      b_tile[i / tile][i % tile] = b_term < k && col < n ? b[std::size_t{b_term} * n + col] : 0;
    }
    __syncthreads();  // the tiles are full

    for (unsigned term = 0; term < depth; ++term) {
      for (unsigned i = 0; i < thread_tile; ++i) {
        for (unsigned j = 0; j < thread_tile; ++j)
          sum[i][j] += a_tile[y + i * threads][term] * b_tile[term][x + j * threads];
      }
    }
    __syncthreads();  // the tiles may be overwritten
  }

  for (unsigned i = 0; i < thread_tile; ++i) {
    for (unsigned j = 0; j < thread_tile; ++j) {
      const unsigned row = first_row + y + i * threads;
      const unsigned col = first_col + x + j * threads;
      if (row < m && col < n) c[std::size_t{row} * n + col] = sum[i][j];
    }
  }
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;  // a grid of no blocks is an error
  const dim3 grid((n + tile - 1) / tile, (m + tile - 1) / tile);
  matmul_kernel<<<grid, block_size>>>(a, b, c, m, n, k);
}
