// No tile: each element is an object that is passed through "...": g++ calls no hook for such a load.
// says: the submission passes an object from memory to a call
#include <cstdarg>
#include <cstddef>

#include "exercise.hpp"

struct Word {
  float value;
};

__device__ float pick(int, ...) __attribute__((noinline));
__device__ float pick(int first, ...) {
  va_list list;
  va_start(list, first);
  const Word word = va_arg(list, Word);
  va_end(list);
  return word.value;
}

__global__ void matmul_kernel(const Word* a, const Word* b, float* c, unsigned m, unsigned n, unsigned k) {
  const unsigned row = blockIdx.y * tile_size + threadIdx.y;
  const unsigned col = blockIdx.x * tile_size + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (unsigned term = 0; term < k; ++term)
    sum += pick(0, a[std::size_t{row} * k + term]) * pick(0, b[std::size_t{term} * n + col]);
  c[std::size_t{row} * n + col] = sum;
}

void matmul(const float* a, const float* b, float* c, unsigned m, unsigned n, unsigned k) {
  if (m == 0 || n == 0) return;
  const dim3 block(tile_size, tile_size);
  const dim3 grid((n + tile_size - 1) / tile_size, (m + tile_size - 1) / tile_size);
  matmul_kernel<<<grid, block>>>(reinterpret_cast<const Word*>(a), reinterpret_cast<const Word*>(b), c, m, n,
                                 k);
}
