#pragma once

#include "functor/functors.cuh"

/// @file
/// The kernel of reduce_functor, which reduce_scratch launches too.

// blockDim.x == reduce_threads; partial[b] becomes block b's value. Every thread starts from `init`.
// [kernel]
template <typename T, typename Unary, typename Binary>
__global__ void __launch_bounds__(reduce_threads)
    reduce_functor(T* partial, std::int64_t n, T init, Unary unary, Binary binary) {
  __shared__ T slots[reduce_threads];

  const int thread = threadIdx.x;
  const std::int64_t grid_threads = std::int64_t{gridDim.x} * blockDim.x;

  // Downward from the last element, in steps of the whole grid. The lanes of a warp read neighbors.
  T value = init;
  std::int64_t i = n - 1 - (std::int64_t{blockIdx.x} * blockDim.x + thread);
#pragma unroll 1
  for (; i >= 0; i -= grid_threads) value = binary(value, unary(i));

  slots[thread] = value;
  for (int stride = reduce_threads / 2; stride > 0; stride /= 2) {
    __syncthreads();  // the round reads what other threads wrote in the one before
    if (thread < stride) slots[thread] = binary(slots[thread], slots[thread + stride]);
  }
  if (thread == 0) partial[blockIdx.x] = slots[0];
}
// [kernel]
