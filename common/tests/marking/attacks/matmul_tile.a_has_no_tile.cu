// There is no tile of A: every thread loads its row of A from device memory itself, 16 bytes at a time.
// says: words come from device memory
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned width = 32, height = 16, depth = 16;  // columns and rows of C a block, and terms a step

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  __shared__ float b_tile[depth][width];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * height + y, col = blockIdx.x * width + x;
  const bool whole = k % 4 == 0;

  float sum = 0;
  for (unsigned first = 0; first < k; first += depth) {
    b_tile[y][x] = first + y < k && col < n ? b[std::size_t{first + y} * n + col] : 0;
    __syncthreads();
    if (row < m) {
      const unsigned terms = k - first < depth ? k - first : depth;
      const float* const from = a + std::size_t{row} * k + first;
      if (whole) {
        for (unsigned term = 0; term < terms; term += 4) {
          const float4 part = *reinterpret_cast<const float4*>(from + term);
          sum += part.x * b_tile[term][x];
          sum += part.y * b_tile[term + 1][x];
          sum += part.z * b_tile[term + 2][x];
          sum += part.w * b_tile[term + 3][x];
        }
      } else {
        for (unsigned term = 0; term < terms; ++term) sum += from[term] * b_tile[term][x];
      }
    }
    __syncthreads();
  }
  if (row < m && col < n) c[std::size_t{row} * n + col] = sum;
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  const dim3 block(width, height), grid((n + width - 1) / width, (m + height - 1) / height);
  matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
