#pragma once

#include <cstdint>

#include "reduce.cuh"
#include "solver/cg_device_scalars.cuh"

/// @file
/// The kernels of cg_fused, which the later steps launch, too. blockDim.x is a multiple of 32, and *ticket is 0 before, and after.

// Row `row` of A, times p: five entries in flight, as in spmv_in_flight.
template <typename T>
__device__ T row_times(std::int64_t row, const std::int32_t* row_start, const std::int32_t* col,
                       const T* value, const T* p) {
  constexpr int in_flight = 5;
  const unsigned end = row_start[row + 1];
  T sum = 0;
#pragma unroll 1
  for (unsigned e = row_start[row]; e < end; e += in_flight) {
    std::int32_t c[in_flight] = {};
    T factor[in_flight] = {};
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      if (e + k < end) {
        c[k] = col[e + k];
        factor[k] = value[e + k];
      }
    }
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      if (e + k < end) sum += factor[k] * p[c[k]];
    }
  }
  return sum;
}

// q = A p, and alpha, from p . q.
// [multiply]
template <typename T>
__global__ void multiply_and_dot(std::int64_t n, const std::int32_t* row_start, const std::int32_t* col,
                                 const T* value, const T* p, T* q, T* partial, unsigned* ticket,
                                 ch06::Scalars<T>* scalars) {
  __shared__ T warp_sums[tutorial::warp_size];
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    const T q_i = row_times(i, row_start, col, value, p);
    sum += p[i] * q_i;  // q_i is in a register, and p[i] in L1
    q[i] = q_i;
  }
  sum = ch06::block_sum(sum, warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0)
    ch06::SetAlpha{}(*scalars, sum);
}
// [multiply]

// x += alpha p, r -= alpha q, and beta, from the new r . r.
// [descend]
template <typename T>
__global__ void descend(std::int64_t n, const T* p, const T* q, T* x, T* r, T* partial, unsigned* ticket,
                        ch06::Scalars<T>* scalars) {
  __shared__ T warp_sums[tutorial::warp_size];
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const T alpha = scalars->alpha;
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    // All loads come before the stores, which they might otherwise have to wait for.
    const T x_i = x[i] + alpha * p[i];
    const T r_i = r[i] - alpha * q[i];
    x[i] = x_i;
    r[i] = r_i;
    sum += r_i * r_i;
  }
  sum = ch06::block_sum(sum, warp_sums);
  if (ch06::is_last_block(sum, partial, ticket, warp_sums) && threadIdx.x == 0)
    ch06::SetBeta{}(*scalars, sum);
}
// [descend]
