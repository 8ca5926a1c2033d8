#pragma once

#include <cuda_fp16.h>

#include <cstddef>

#include "matmul/further/halves.hpp"

/// What the products of fp16 numbers have in common: a matrix as lines that are split, and the stores of their sums.
namespace matmul {

// Both matrices' sizes are known when this is asked.
__device__ inline bool fits_halves(const Sizes* sizes) {
  return fits_halves(sizes[0]) && fits_halves(sizes[1]);
}

__device__ inline unsigned pack(__half first, __half second) {
  return __half_as_ushort(first) | static_cast<unsigned>(__half_as_ushort(second)) << 16;
}

// A matrix as lines of terms: rows of A, columns of B.
struct Lines {
  const float* elements;
  unsigned lines;
  unsigned terms;
  std::size_t line_stride;
  std::size_t term_stride;

  __device__ float at(unsigned line, unsigned term) const {
    return line < lines && term < terms ? elements[line * line_stride + term * term_stride] : 0;
  }
};

// Stores two neighbors of a row of C, what of them is inside.
__device__ inline void store_two(float* c, unsigned row, unsigned col, unsigned m, unsigned n, float first,
                                 float second) {
  if (row >= m || col >= n) return;
  float* to = c + std::size_t{row} * n + col;
  if (n % 2 == 0) {
    *reinterpret_cast<float2*>(to) = {first, second};
  } else {
    to[0] = first;
    if (col + 1 < n) to[1] = second;
  }
}

}  // namespace matmul
