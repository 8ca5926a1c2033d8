// Only 2x2 elements per thread: half of the operands come by shuffles, which are no loads.
// says: warp operations for 12288 multiply-adds
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned side = 32, tile = 2 * side;  // a warp has two rows of C, a lane two columns
constexpr unsigned depth = 32;

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float b_tile[depth][tile];

  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * tile + y, first_col = blockIdx.x * tile;

  float sum[2][2] = {};
  for (unsigned first = 0; first < k; first += depth) {
    float a_part[2];
    for (unsigned i = 0; i < 2; ++i)
      a_part[i] = row + i * side < m && first + x < k ? a[std::size_t{row + i * side} * k + first + x] : 0;
    for (unsigned j = 0; j < 2; ++j)
      b_tile[y][x + j * side] = first + y < k && first_col + x + j * side < n
                                    ? b[std::size_t{first + y} * n + first_col + x + j * side]
                                    : 0;
    __syncthreads();

    const unsigned terms = k - first < depth ? k - first : depth;
    for (unsigned term = 0; term < terms; ++term) {
      float p[2], q[2];
      for (unsigned i = 0; i < 2; ++i) {
        p[i] = __shfl_sync(0xffffffff, a_part[i], static_cast<int>(term));
        q[i] = b_tile[term][x + i * side];
      }
      for (unsigned i = 0; i < 2; ++i)
        for (unsigned j = 0; j < 2; ++j) sum[i][j] += p[i] * q[j];
    }
    __syncthreads();
  }

  for (unsigned i = 0; i < 2; ++i)
    for (unsigned j = 0; j < 2; ++j)
      if (row + i * side < m && first_col + x + j * side < n)
        c[std::size_t{row + i * side} * n + first_col + x + j * side] = sum[i][j];
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + tile - 1) / tile, (m + tile - 1) / tile);
  matmul_kernel<<<grid, dim3(side, side)>>>(a, b, c, m, n, k);
}
