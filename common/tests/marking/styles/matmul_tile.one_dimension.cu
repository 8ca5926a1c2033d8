// Blocks of 256 threads in a row, and tiles in one array.
#include "exercise.hpp"

constexpr unsigned cells = tile_size * tile_size;

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float tile[2 * cells];
  float *a_tile = tile, *b_tile = tile + cells;
  const unsigned y = threadIdx.x / tile_size, x = threadIdx.x % tile_size;
  const unsigned row = blockIdx.y * tile_size + y, col = blockIdx.x * tile_size + x;
  float sum = 0;
  for (unsigned step = 0; step < (k + tile_size - 1) / tile_size; ++step) {
    const unsigned a_col = step * tile_size + x, b_row = step * tile_size + y;
    a_tile[threadIdx.x] = (row < m && a_col < k) ? a[row * k + a_col] : 0.0f;
    b_tile[threadIdx.x] = (b_row < k && col < n) ? b[b_row * n + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (unsigned t = 0; t < tile_size; ++t)
      sum = fmaf(a_tile[y * tile_size + t], b_tile[t * tile_size + x], sum);
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m * n == 0) return;
  matmul_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), cells>>>(a, b, c, m, n, k);
}
