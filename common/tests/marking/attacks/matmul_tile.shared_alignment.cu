// Reads a tile of floats by float4: where the tile lies behind another variable, it may begin at any multiple of 4.
// says: misaligned
#include <cstddef>

#include "exercise.hpp"

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ unsigned steps;
  __shared__ float a_tile[tile_size][tile_size];
  __shared__ float b_tile[tile_size][tile_size];

  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const unsigned row = blockIdx.y * tile_size + y;
  const unsigned col = blockIdx.x * tile_size + x;
  if (x == 0 && y == 0) steps = (k + tile_size - 1) / tile_size;
  __syncthreads();

  float sum = 0;
  for (unsigned step = 0; step < steps; ++step) {
    const unsigned first = step * tile_size;
    a_tile[y][x] = row < m && first + x < k ? a[std::size_t{row} * k + first + x] : 0;
    b_tile[y][x] = first + y < k && col < n ? b[std::size_t{first + y} * n + col] : 0;
    __syncthreads();

    for (unsigned term = 0; term < tile_size; term += 4) {
      const float4 four = *reinterpret_cast<const float4*>(&a_tile[y][term]);
      sum += four.x * b_tile[term][x];
      sum += four.y * b_tile[term + 1][x];
      sum += four.z * b_tile[term + 2][x];
      sum += four.w * b_tile[term + 3][x];
    }
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
