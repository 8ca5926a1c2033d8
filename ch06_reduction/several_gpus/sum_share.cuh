#pragma once

#include "functor/functor.hpp"

using ch06::reduce_threads;
using tutorial::warp_size;

// function_reduce's kernel, for sums alone. blockDim.x == reduce_threads; partial[b] becomes block b's sum.
// [kernel]
template <int loads, typename T>
__global__ void __launch_bounds__(reduce_threads) sum_share(const T* in, T* partial, std::int64_t n) {
  __shared__ T parked[reduce_threads - warp_size];

  const int thread = threadIdx.x;
  const std::int64_t grid_threads = std::int64_t{gridDim.x} * blockDim.x;
  T sum = 0;
  std::int64_t i = n - 1 - (std::int64_t{blockIdx.x} * blockDim.x + thread);
  for (; i >= (loads - 1) * grid_threads; i -= loads * grid_threads) {
    T next[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k) next[k] = in[i - k * grid_threads];
#pragma unroll
    for (int k = 0; k < loads; ++k) sum += next[k];
  }
  for (; i >= 0; i -= grid_threads) sum += in[i];

  // The first warp keeps its sums in registers and adds to them what the others park.
  if (thread >= warp_size) parked[thread - warp_size] = sum;
  __syncthreads();
  if (thread >= warp_size) return;
  for (int slot = thread; slot < reduce_threads - warp_size; slot += warp_size) sum += parked[slot];

  for (int offset = warp_size / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset);
  if (thread == 0) partial[blockIdx.x] = sum;
}
// [kernel]
