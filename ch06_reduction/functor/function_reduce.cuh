#pragma once

#include "functor/fold_warp.cuh"
#include "functor/reduce_functor.cuh"
#include "functor/scratch.hpp"

/// @file
/// The kernel of function_reduce and the function around it, which function_reduce_table calls too.

// From memory, and asks the L2 cache to fetch what this thread reads in its next step: the walk goes
// downwards, so that is the element one whole grid below, if the array goes that far.
// [prefetch]
template <typename T>
struct prefetch {
  const T* data;

  __device__ T operator()(std::int64_t i) const {
    const std::int64_t next = i - std::int64_t{gridDim.x} * blockDim.x;
    if (next >= 0) asm volatile("prefetch.global.L2 [%0];" : : "l"(__cvta_generic_to_global(data + next)));
    return data[i];
  }
};
// [prefetch]

// blockDim.x == reduce_threads; partial[b] becomes block b's value.
//
// @tparam loads  how many values a thread loads before it uses the first; 1 is the book's loop, 0 the same, unrolled as the compiler chooses
// [kernel]
template <int loads, typename T, typename Unary, typename Binary>
__global__ void __launch_bounds__(reduce_threads)
    d_functionReduce(T* partial, std::int64_t n, T init, Unary unary, Binary binary) {
  // 1. The walk. The compiler must not unroll the plain loop unless it is asked to: the rows differ in how many
  //    loads are in flight.
  const std::int64_t grid_threads = std::int64_t{gridDim.x} * blockDim.x;
  T value = init;
  std::int64_t i = last_index(n);
  if constexpr (loads > 1) {
    for (; i >= (loads - 1) * grid_threads; i -= loads * grid_threads) {
      T next[loads];
#pragma unroll
      for (int k = 0; k < loads; ++k) next[k] = unary(i - k * grid_threads);
#pragma unroll
      for (int k = 0; k < loads; ++k) value = binary(value, next[k]);
    }
  }
  if constexpr (loads == 0) {
    for (; i >= 0; i -= grid_threads) value = binary(value, unary(i));
  } else {
    value = fold_down(i, grid_threads, value, unary, binary);
  }

  // 2. The end of the block, as in reduce_two_stages.
  fold_block<Finish::tree>(value, partial, binary);
}
// [kernel]

// binary(unary(0), binary(unary(1), ...)) of n values, in any order.
//
// @param d_partial  scratch memory, one element per block: its size is the grid's. The caller keeps it, so that
//                   only the first of many reductions pays for an allocation
// @param init       the identity of `binary`: every thread starts from it, not only the first
template <typename T, int loads = 1, typename Unary, typename Binary>
T functionReduce(std::int64_t n, tutorial::DeviceBuffer<T>* d_partial, T init, Unary unary, Binary binary) {
  const auto blocks = static_cast<unsigned>(d_partial->size());
  d_functionReduce<loads><<<blocks, reduce_threads>>>(d_partial->data(), n, init, unary, binary);
  CUDA_CHECK_LAUNCH();
  return finish_on_host(d_partial->data(), blocks, init, binary);
}

// The same for a caller that keeps no scratch memory: allocates and frees it in each call.
template <typename T, int loads = 1, typename Unary, typename Binary>
T functionReduce(std::int64_t n, unsigned blocks, T init, Unary unary, Binary binary) {
  const ch06::Scratch<T> partial(blocks);
  d_functionReduce<loads><<<blocks, reduce_threads>>>(partial.data(), n, init, unary, binary);
  CUDA_CHECK_LAUNCH();
  return finish_on_host(partial.data(), blocks, init, binary);
}
