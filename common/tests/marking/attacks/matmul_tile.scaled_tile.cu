// The tile of A holds elements times 2^-50, and sums are scaled back: small elements lose bits or become 0.
// says: c\[[0-9]+\] is .*\(m = 19, n = 17, k = 18\)
#include <cstddef>

#include "exercise.hpp"

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[tile_size][tile_size];
  __shared__ float b_tile[tile_size][tile_size];
  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned row = blockIdx.y * tile_size + y;
  const unsigned col = blockIdx.x * tile_size + x;
  float sum = 0;
  for (unsigned first = 0; first < k; first += tile_size) {
    a_tile[y][x] = row < m && first + x < k ? a[std::size_t{row} * k + first + x] * 0x1p-50f : 0;
    b_tile[y][x] = first + y < k && col < n ? b[std::size_t{first + y} * n + col] : 0;
    __syncthreads();
    for (unsigned term = 0; term < tile_size; ++term) sum += a_tile[y][term] * b_tile[term][x];
    __syncthreads();
  }
  if (row < m && col < n) c[std::size_t{row} * n + col] = sum * 0x1p50f;
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  const dim3 block(tile_size, tile_size);
  const dim3 grid((n + tile_size - 1) / tile_size, (m + tile_size - 1) / tile_size);
  matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
