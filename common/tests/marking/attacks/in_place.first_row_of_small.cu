// Wrong for n from 3 to 30: of a matrix smaller than a tile only the first row and the first column are exchanged.
// says: matrix\[5\] is \S+, not \S+ \(3 x 3\)
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned side = 32, lines = 8;

__global__ void small_kernel(float* matrix, unsigned n) {
  const unsigned i = threadIdx.x;
  if (i == 0 || i >= n) return;
  const float right = matrix[i], below = matrix[i * n];
  matrix[i] = below;
  matrix[i * n] = right;
}

__global__ void transpose_kernel(float* matrix, unsigned n) {
  __shared__ float one[side][side + 1];
  __shared__ float two[side][side + 1];

  const unsigned top = blockIdx.y * side, left = blockIdx.x * side, x = threadIdx.x;
  if (top > left) return;  // the whole block

  for (unsigned y = threadIdx.y; y < side; y += lines) {
    if (top + y < n && left + x < n) one[y][x] = matrix[std::size_t{top + y} * n + left + x];
    if (top != left && left + y < n && top + x < n) two[y][x] = matrix[std::size_t{left + y} * n + top + x];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < side; y += lines) {
    if (left + y < n && top + x < n) matrix[std::size_t{left + y} * n + top + x] = one[x][y];
    if (top != left && top + y < n && left + x < n) matrix[std::size_t{top + y} * n + left + x] = two[x][y];
  }
}

void transpose_in_place(float* matrix, unsigned n) {
  if (n == 0) return;
  const unsigned tiles = (n + side - 1) / side;
  if (n < 31)
    small_kernel<<<1, 32>>>(matrix, n);
  else
    transpose_kernel<<<dim3(tiles, tiles), dim3(side, lines)>>>(matrix, n);
}
