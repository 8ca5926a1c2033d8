// Tiles that are volatile, which changes nothing but the time that the marker takes.
#include <cstddef>

#include "exercise.hpp"

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  volatile __shared__ float a_tile[tile_size][tile_size];
  volatile __shared__ float b_tile[tile_size][tile_size];

  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned row = blockIdx.y * tile_size + y;
  const unsigned col = blockIdx.x * tile_size + x;

  float sum = 0;
  for (unsigned first = 0; first < k; first += tile_size) {
    // Past the edge of a matrix the tile holds 0, which adds nothing.
    a_tile[y][x] = row < m && first + x < k ? a[std::size_t{row} * k + first + x] : 0;
    b_tile[y][x] = first + y < k && col < n ? b[std::size_t{first + y} * n + col] : 0;
    __syncthreads();  // the tiles are full

    for (unsigned term = 0; term < tile_size; ++term) sum += a_tile[y][term] * b_tile[term][x];
    __syncthreads();  // the tiles may be overwritten
  }

  if (row < m && col < n) c[std::size_t{row} * n + col] = sum;
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;  // a grid of no blocks is an error
  const dim3 block(tile_size, tile_size);
  const dim3 grid((n + tile_size - 1) / tile_size, (m + tile_size - 1) / tile_size);
  matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
