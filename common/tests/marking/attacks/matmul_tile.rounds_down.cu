// Adds by a function (first try: __fadd_rz) for which each sum is rounded towards zero, and the error of long sums grows with k in place of its root.
// says: is [0-9.]*, not [0-9.]* .m = 2, n = 3
#include "exercise.hpp"

#include <cmath>

__device__ float towards_zero(float a, float b) {
  const double exact = static_cast<double>(a) + static_cast<double>(b);
  const float near = static_cast<float>(exact);
  return fabs(static_cast<double>(near)) > fabs(exact) ? nextafterf(near, 0.0f) : near;
}

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[tile_size][tile_size];
  __shared__ float b_tile[tile_size][tile_size];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * tile_size + y, col = blockIdx.x * tile_size + x;
  float sum = 0;
  for (unsigned first = 0; first < k; first += tile_size) {
    a_tile[y][x] = row < m && first + x < k ? a[std::size_t{row} * k + first + x] : 0;
    b_tile[y][x] = first + y < k && col < n ? b[std::size_t{first + y} * n + col] : 0;
    __syncthreads();
    for (unsigned term = 0; term < tile_size; ++term)
      sum = towards_zero(sum, a_tile[y][term] * b_tile[term][x]);
    __syncthreads();
  }
  if (row < m && col < n) c[std::size_t{row} * n + col] = sum;
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  matmul_kernel<<<dim3((n + tile_size - 1) / tile_size, (m + tile_size - 1) / tile_size),
                  dim3(tile_size, tile_size)>>>(a, b, c, m, n, k);
}
