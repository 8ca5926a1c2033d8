#pragma once

#include <cstdint>

#include "sparse/sparse.hpp"

/// @file
/// The kernel of spmv_in_flight, which spmv_choice and the solver launch too.

// `lanes` neighboring lanes per row, each with `in_flight` entries in flight: columns and values are requested before the
// first x is, and every x before the first product is added.
template <int lanes, int in_flight, typename T>
__global__ void spmv_in_flight(ch06::Index rows, const ch06::Index* row_start, const ch06::Index* col,
                               const T* value, const T* x, T* y) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t row = thread / lanes;
  const unsigned lane = threadIdx.x % lanes;

  T sum = 0;
  if (row < rows) {
    // [change]
    // Unsigned: a step past the last of 2^31 - 1 entries is no overflow.
    const unsigned end = row_start[row + 1];
#pragma unroll 1
    for (unsigned e = row_start[row] + lane; e < end; e += in_flight * lanes) {
      ch06::Index c[in_flight] = {};
      T factor[in_flight] = {};
#pragma unroll
      for (int k = 0; k < in_flight; ++k) {
        if (e + k * lanes < end) {
          c[k] = col[e + k * lanes];
          factor[k] = value[e + k * lanes];
        }
      }
#pragma unroll
      for (int k = 0; k < in_flight; ++k) {
        if (e + k * lanes < end) sum += factor[k] * x[c[k]];
      }
    }
    // [change]
  }
  for (int offset = lanes / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset, lanes);
  }
  if (row < rows && lane == 0) y[row] = sum;
}
