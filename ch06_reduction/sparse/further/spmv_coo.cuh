#pragma once

#include <cstdint>

#include "sparse/sparse.hpp"

/// @file
/// The kernel of spmv_coo, which spmv_hybrid launches too.

// One thread per entry, in any order. y has been written before: 0, or a part of each row's sum.
// [kernel]
template <typename T>
__global__ void spmv_coo(std::int64_t entries, const ch06::Index* row, const ch06::Index* col, const T* value,
                         const T* x, T* y) {
  const std::int64_t e = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (e >= entries) return;
  const T product = value[e] * x[col[e]];
  atomicAdd(&y[row[e]], product);
}
// [kernel]
