// One tile of shared memory: the lower tile waits in registers while the upper one goes through shared memory.
#include <cstddef>

#include "exercise.hpp"

constexpr unsigned side = 32, high = 16, per = side / high;

__global__ void transpose_kernel(float* matrix, unsigned n) {
  __shared__ float tile[side][side + 1];
  const unsigned r0 = blockIdx.y * side, c0 = blockIdx.x * side, x = threadIdx.x;
  if (blockIdx.y > blockIdx.x) return;
  const auto at = [=](unsigned r, unsigned c) -> float* {
    return r < n && c < n ? &matrix[std::size_t{r} * n + c] : nullptr;
  };
  float held[per] = {};
  for (unsigned k = 0; k < per; ++k) {
    const unsigned y = threadIdx.y + k * high;
    if (const float* p = at(r0 + y, c0 + x)) tile[y][x] = *p;
    if (r0 != c0)
      if (const float* p = at(c0 + y, r0 + x)) held[k] = *p;
  }
  __syncthreads();
  for (unsigned k = 0; k < per; ++k) {
    const unsigned y = threadIdx.y + k * high;
    if (float* p = at(c0 + y, r0 + x)) *p = tile[x][y];
  }
  if (r0 == c0) return;
  __syncthreads();
  for (unsigned k = 0; k < per; ++k) tile[threadIdx.y + k * high][x] = held[k];
  __syncthreads();
  for (unsigned k = 0; k < per; ++k) {
    const unsigned y = threadIdx.y + k * high;
    if (float* p = at(r0 + y, c0 + x)) *p = tile[x][y];
  }
}

void transpose_in_place(float* matrix, unsigned n) {
  const unsigned tiles = (n + side - 1) / side;
  if (tiles > 0) transpose_kernel<<<{tiles, tiles}, {side, high}>>>(matrix, n);
}
