// A block has tiles only if its warps happen to begin in the order of their numbers, as in the marker's first run; otherwise every thread fetches a row and a column.
// says: Only if blocks and warps run in another order
#include <cstddef>

#include "exercise.hpp"

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float of_a[tile_size][tile_size];
  __shared__ float of_b[tile_size][tile_size];
  __shared__ unsigned came, disorder;

  const unsigned x = threadIdx.x, y = threadIdx.y, t = y * tile_size + x;
  const unsigned row = blockIdx.y * tile_size + y, col = blockIdx.x * tile_size + x;
  if (t == 0) came = disorder = 0;
  __syncthreads();
  if (t % 32 == 0 && atomicAdd(&came, 1u) != t / 32) atomicOr(&disorder, 1u);
  __syncthreads();

  float sum = 0;
  if (disorder != 0) {
    if (row < m && col < n)
      for (unsigned i = 0; i < k; ++i) sum += a[std::size_t{row} * k + i] * b[std::size_t{i} * n + col];
  } else {
    for (unsigned step = 0; step < k; step += tile_size) {
      of_a[y][x] = row < m && step + x < k ? a[std::size_t{row} * k + step + x] : 0.0f;
      of_b[y][x] = col < n && step + y < k ? b[std::size_t{step + y} * n + col] : 0.0f;
      __syncthreads();
      for (unsigned i = 0; i < tile_size; ++i) sum += of_a[y][i] * of_b[i][x];
      __syncthreads();
    }
  }
  if (row < m && col < n) c[std::size_t{row} * n + col] = sum;
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  const dim3 block(tile_size, tile_size);
  const dim3 grid((n + tile_size - 1) / tile_size, (m + tile_size - 1) / tile_size);
  matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
