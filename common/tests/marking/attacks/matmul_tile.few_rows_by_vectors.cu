// Wrong: of products with 2 to 15 rows only the first row is computed, by a kernel for vectors; the others become 0.
// says: c\[[0-9]+\] is 0, not \S+ \(m = 2, n = 3, k = 2\)
#include <cstddef>

#include "exercise.hpp"

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float of_a[tile_size][tile_size];
  __shared__ float of_b[tile_size][tile_size];

  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * tile_size + y, col = blockIdx.x * tile_size + x;
  const unsigned rows = k > 0 && k < 500 && m < tile_size ? 1 : m;  // of a that count
  float sum = 0;
  for (unsigned step = 0; step < k; step += tile_size) {
    of_a[y][x] = row < rows && step + x < k ? a[std::size_t{row} * k + step + x] : 0.0f;
    of_b[y][x] = col < n && step + y < k ? b[std::size_t{step + y} * n + col] : 0.0f;
    __syncthreads();
    for (unsigned i = 0; i < tile_size; ++i) sum += of_a[y][i] * of_b[i][x];
    __syncthreads();
  }
  if (row < m && col < n) c[std::size_t{row} * n + col] = sum;
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  const dim3 block(tile_size, tile_size);
  const dim3 grid((n + tile_size - 1) / tile_size, (m + tile_size - 1) / tile_size);
  matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
