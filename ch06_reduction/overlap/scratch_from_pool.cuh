#pragma once

#include <cstdint>

#include "reduce.cuh"

/// A sum by two kernels: of blocks, and of their partial sums. For scratch_from_pool and sum_early_launch.
namespace overlap {

// [kernel]
/// One partial sum per block.
template <typename T>
__global__ void sum_blocks(const T* in, T* partial, std::int64_t n) {
  __shared__ T warp_sums[tutorial::warp_size];
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  T sum = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads)
    sum += in[i];
  sum = ch06::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

/// Their sum; one block.
template <typename T>
__global__ void sum_partial(const T* partial, T* result, unsigned count) {
  __shared__ T warp_sums[tutorial::warp_size];
  T sum = 0;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) sum += partial[i];
  sum = ch06::block_sum(sum, warp_sums);
  if (threadIdx.x == 0) *result = sum;
}
// [kernel]

}  // namespace overlap
