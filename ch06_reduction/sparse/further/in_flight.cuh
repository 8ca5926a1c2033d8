#pragma once

#include <cuda_runtime.h>

#include "sparse/sparse.hpp"

namespace ch06 {

/// y = A x with `lanes` neighbouring lanes a row, as in spmv_warp_per_row, each of which has `in_flight` entries under
/// way: columns and values are asked for before the first x is, and every x before the first product is added.
// [kernel]
template <int lanes, int in_flight, typename T>
__global__ void spmv_in_flight(Index rows, const Index* row_start, const Index* col, const T* value,
                               const T* x, T* y) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t row = thread / lanes;
  const unsigned lane = threadIdx.x % lanes;

  T sum = 0;
  if (row < rows) {
    const unsigned end =
        row_start[row + 1];  // unsigned: a step past the last of 2^31 - 1 entries is no overflow
#pragma unroll 1
    for (unsigned e = row_start[row] + lane; e < end; e += in_flight * lanes) {
      Index c[in_flight] = {};
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
  }
  for (int offset = lanes / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset, lanes);
  }
  if (row < rows && lane == 0) y[row] = sum;
}
// [kernel]

}  // namespace ch06
