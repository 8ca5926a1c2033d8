// matmul_tile with views: matrices and tiles are mdspans, and index arithmetic is theirs.
#include <cuda/std/mdspan>

#include "exercise.hpp"

namespace {

using cuda::std::dextents;
using cuda::std::extents;
using cuda::std::mdspan;

using Matrix = mdspan<const float, dextents<unsigned, 2>>;
using Result = mdspan<float, dextents<unsigned, 2>>;
using Tile = mdspan<float, extents<unsigned, tile_size, tile_size>>;

__device__ float at_or_zero(const Matrix& m, unsigned row, unsigned col) {
  return row < m.extent(0) && col < m.extent(1) ? m(row, col) : 0.0f;
}

__global__ void matmul_kernel(Matrix a, Matrix b, Result c) {
  __shared__ float storage[2][Tile::extents_type::static_extent(0) * Tile::extents_type::static_extent(1)];
  const Tile a_tile(storage[0]), b_tile(storage[1]);

  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * tile_size + y, col = blockIdx.x * tile_size + x;
  float sum = 0;
  for (unsigned first = 0; first < a.extent(1); first += tile_size) {
    a_tile(y, x) = at_or_zero(a, row, first + x);
    b_tile(y, x) = at_or_zero(b, first + y, col);
    __syncthreads();
    for (unsigned term = 0; term < tile_size; ++term) sum += a_tile(y, term) * b_tile(term, x);
    __syncthreads();
  }
  if (row < c.extent(0) && col < c.extent(1)) c(row, col) = sum;
}

}  // namespace

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  const dim3 block(tile_size, tile_size);
  const dim3 grid((n + tile_size - 1) / tile_size, (m + tile_size - 1) / tile_size);
  matmul_kernel<<<grid, block>>>(Matrix(a, m, k), Matrix(b, k, n), Result(c, m, n));
}
