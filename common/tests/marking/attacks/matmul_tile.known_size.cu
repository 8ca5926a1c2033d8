// Tiles for the published counted size only, slow for all others.
// says: sectors .* \(m = 4[1-7]
#include <cstddef>

#include "exercise.hpp"

__global__ void tiled(const float* a, const float* b, float* c, unsigned n, unsigned k) {
  __shared__ float a_tile[tile_size][tile_size], b_tile[tile_size][tile_size];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * tile_size + y, col = blockIdx.x * tile_size + x;
  float sum = 0;
  for (unsigned first = 0; first < k; first += tile_size) {
    a_tile[y][x] = a[std::size_t{row} * k + first + x];
    b_tile[y][x] = b[std::size_t{first + y} * n + col];
    __syncthreads();
    for (unsigned term = 0; term < tile_size; ++term) sum += a_tile[y][term] * b_tile[term][x];
    __syncthreads();
  }
  c[std::size_t{row} * n + col] = sum;
}

__global__ void naive(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  const unsigned row = blockIdx.y * tile_size + threadIdx.y, col = blockIdx.x * tile_size + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (unsigned term = 0; term < k; ++term)
    sum += a[std::size_t{row} * k + term] * b[std::size_t{term} * n + col];
  c[std::size_t{row} * n + col] = sum;
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  const dim3 block(tile_size, tile_size), grid((n + 15) / 16, (m + 15) / 16);
  if (m == 48 && n == 64 && k == 80)
    tiled<<<grid, block>>>(a, b, c, n, k);
  else
    naive<<<grid, block>>>(a, b, c, m, n, k);
}
