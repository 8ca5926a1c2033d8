#pragma once

#include <cstdint>

#include "sparse/sparse.hpp"

/// @file
/// The kernel of spmv_ell, which spmv_hybrid launches too.

// One thread per row. With `stop`, it ends at the first padding of its row; without, it walks through all slots.
// [kernel]
// [change]
template <bool stop, typename T>
__global__ void spmv_ell(ch06::Index rows, ch06::Index width, const ch06::Index* col, const T* value,
                         const T* x, T* y) {
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  T sum = 0;
  std::int64_t slot = row;
  for (ch06::Index k = 0; k < width; ++k, slot += rows) {
    const ch06::Index c = col[slot];
    if (stop && c < 0) break;  // nothing but padding follows
    const T factor = value[slot];
    const T product = factor * x[c < 0 ? 0 : c];  // no branch around a load: for padding, it is dropped
    if (c >= 0) sum += product;
  }
  y[row] = sum;
}
// [change]
// [kernel]
