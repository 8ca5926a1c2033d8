// Pairs of tiles are drawn from a list by a compare-and-swap loop; a few blocks stay until it is empty.
#include "exercise.hpp"

constexpr unsigned side = 32;
__device__ unsigned taken;

__device__ unsigned draw(unsigned all) {
  unsigned seen = *const_cast<volatile unsigned*>(&taken);
  while (seen < all) {
    const unsigned before = atomicCAS(&taken, seen, seen + 1);
    if (before == seen) return seen;
    seen = before;
  }
  return all;
}

__global__ void swap_pairs(float* matrix, unsigned n, unsigned tiles) {
  __shared__ float a[side][side + 1], b[side][side + 1];
  __shared__ unsigned pair;
  const unsigned all = tiles * (tiles + 1) / 2, x = threadIdx.x;
  for (;;) {
    if (threadIdx.x == 0 && threadIdx.y == 0) pair = draw(all);
    __syncthreads();
    if (pair >= all) return;
    unsigned r = 0, rest = pair;
    while (rest > r) rest -= ++r;
    const unsigned top = r * side, left = rest * side;
    const auto at = [=](unsigned row, unsigned col) { return matrix + std::size_t{row} * n + col; };
    for (unsigned y = threadIdx.y; y < side; y += blockDim.y) {
      if (top + y < n && left + x < n) a[y][x] = *at(top + y, left + x);
      if (r != rest && left + y < n && top + x < n) b[y][x] = *at(left + y, top + x);
    }
    __syncthreads();
    for (unsigned y = threadIdx.y; y < side; y += blockDim.y) {
      if (top + y < n && left + x < n) *at(top + y, left + x) = r == rest ? a[x][y] : b[x][y];
      if (r != rest && left + y < n && top + x < n) *at(left + y, top + x) = a[x][y];
    }
    __syncthreads();
  }
}

void transpose_in_place(float* matrix, unsigned n) {
  if (n < 2) return;
  const unsigned zero = 0;
  cudaMemcpyToSymbol(taken, &zero, sizeof zero);
  swap_pairs<<<6, dim3(side, 8)>>>(matrix, n, (n + side - 1) / side);
}
