// Launches of one block, one after the other.
// says: blocks share the work
#include "exercise.hpp"

__global__ void swap_tiles(float* matrix, unsigned n, unsigned row, unsigned col) {
  __shared__ float a[32][33], b[32][33];
  const unsigned x = threadIdx.x;
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    if (row + y < n && col + x < n) a[y][x] = matrix[(row + y) * n + col + x];
    if (row != col && col + y < n && row + x < n) b[y][x] = matrix[(col + y) * n + row + x];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    if (col + y < n && row + x < n) matrix[(col + y) * n + row + x] = a[x][y];
    if (row != col && row + y < n && col + x < n) matrix[(row + y) * n + col + x] = b[x][y];
  }
}

void transpose_in_place(float* matrix, unsigned n) {
  for (unsigned row = 0; row < n; row += 32)
    for (unsigned col = row; col < n; col += 32) swap_tiles<<<1, dim3(32, 8)>>>(matrix, n, row, col);
}
