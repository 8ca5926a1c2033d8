#pragma once

#include "functor/functors.cuh"

/// @file
/// The kernel of reduce_functor, which reduce_scratch launches too, and its walk, which the later steps keep.

// [walk]
// Where a thread's walk starts: thread 0 takes the last element, and the lanes of a warp read neighbors.
__device__ inline std::int64_t last_index(std::int64_t n) {
  const int thread = threadIdx.x;
  return n - 1 - (std::int64_t{blockIdx.x} * blockDim.x + thread);
}

// Folds the values i, i - step, i - 2 * step, .. into `value`.
template <typename T, typename Unary, typename Binary>
__device__ T fold_down(std::int64_t i, std::int64_t step, T value, Unary unary, Binary binary) {
#pragma unroll 1
  for (; i >= 0; i -= step) value = binary(value, unary(i));
  return value;
}
// [walk]

// blockDim.x == reduce_threads; partial[b] becomes block b's value. Every thread starts from `init`.
// [kernel]
template <typename T, typename Unary, typename Binary>
__global__ void __launch_bounds__(reduce_threads)
    reduce_functor(T* partial, std::int64_t n, T init, Unary unary, Binary binary) {
  __shared__ T slots[reduce_threads];

  const int thread = threadIdx.x;
  const std::int64_t grid_threads = std::int64_t{gridDim.x} * blockDim.x;
  slots[thread] = fold_down(last_index(n), grid_threads, init, unary, binary);
  for (int stride = reduce_threads / 2; stride > 0; stride /= 2) {
    __syncthreads();  // the round reads what other threads wrote in the one before
    if (thread < stride) slots[thread] = binary(slots[thread], slots[thread + stride]);
  }
  if (thread == 0) partial[blockIdx.x] = slots[0];
}
// [kernel]
