// Blocks of a triangle only.
#include <utility>
#include "exercise.hpp"

constexpr int T = 32, R = 8;

__global__ void kernel(float* m, int n) {
  __shared__ float a[T][T + 1], b[T][T + 1];
  // Block k of the triangle has tile (row, col) with row <= col.
  int col = int((sqrtf(8.0f * blockIdx.x + 1.0f) - 1.0f) / 2.0f);
  while (col * (col + 1) / 2 > (int)blockIdx.x) --col;
  while ((col + 1) * (col + 2) / 2 <= (int)blockIdx.x) ++col;
  const int row = blockIdx.x - col * (col + 1) / 2;
  const int x = threadIdx.x;
  for (int y = threadIdx.y; y < T; y += R) {
    if (row * T + y < n && col * T + x < n) a[y][x] = m[(size_t)(row * T + y) * n + col * T + x];
    if (row != col && col * T + y < n && row * T + x < n)
      b[y][x] = m[(size_t)(col * T + y) * n + row * T + x];
  }
  __syncthreads();
  for (int y = threadIdx.y; y < T; y += R) {
    if (col * T + y < n && row * T + x < n) m[(size_t)(col * T + y) * n + row * T + x] = a[x][y];
    if (row != col && row * T + y < n && col * T + x < n)
      m[(size_t)(row * T + y) * n + col * T + x] = b[x][y];
  }
}

void transpose_in_place(float* matrix, unsigned n) {
  if (n == 0) return;
  const unsigned t = (n + T - 1) / T;
  kernel<<<t*(t + 1) / 2, dim3(T, R)>>>(matrix, (int)n);
}
