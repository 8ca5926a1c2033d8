// Each warp computes a block of 512 elements in registers, and there is no tile in shared memory.
// says: bytes of shared memory are accessed
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned rows = 8;  // of C a thread, in two columns: no tile in shared memory

__global__ void matmul_kernel(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  const unsigned first_row = blockIdx.y * rows;
  const unsigned col = blockIdx.x * 64 + threadIdx.x * 2;
  const bool is_even = n % 2 == 0, is_fourfold = k % 4 == 0;
  float sum[rows][2] = {};
  for (unsigned first = 0; first < k; first += 4) {
    float a_part[rows][4];
    for (unsigned r = 0; r < rows; ++r) {
      const unsigned row = first_row + r;
      float4 four = make_float4(0, 0, 0, 0);
      if (row < m) {
        const float* from = a + std::size_t{row} * k + first;
        if (is_fourfold) {
          four = *reinterpret_cast<const float4*>(from);
        } else {
          four.x = from[0];
          if (first + 1 < k) four.y = from[1];
          if (first + 2 < k) four.z = from[2];
          if (first + 3 < k) four.w = from[3];
        }
      }
      a_part[r][0] = four.x, a_part[r][1] = four.y, a_part[r][2] = four.z, a_part[r][3] = four.w;
    }
    for (unsigned t = 0; t < 4; ++t) {
      if (first + t >= k) break;
      float2 two = make_float2(0, 0);
      const float* from = b + std::size_t{first + t} * n + col;
      if (is_even && col < n) {
        two = *reinterpret_cast<const float2*>(from);
      } else {
        if (col < n) two.x = from[0];
        if (col + 1 < n) two.y = from[1];
      }
      for (unsigned r = 0; r < rows; ++r) {
        sum[r][0] += a_part[r][t] * two.x;
        sum[r][1] += a_part[r][t] * two.y;
      }
    }
  }
  for (unsigned r = 0; r < rows; ++r) {
    if (first_row + r >= m) break;
    if (col < n) c[std::size_t{first_row + r} * n + col] = sum[r][0];
    if (col + 1 < n) c[std::size_t{first_row + r} * n + col + 1] = sum[r][1];
  }
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  matmul_kernel<<<dim3((n + 63) / 64, (m + rows - 1) / rows), 32>>>(a, b, c, m, n, k);
}
