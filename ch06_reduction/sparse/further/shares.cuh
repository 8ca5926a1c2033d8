#pragma once

#include <cstdint>

#include "reduce.cuh"
#include "sparse/further/shares.hpp"
#include "sparse/further/stage.cuh"

/// @file
/// What kernels of equal shares have in common. spmv_shares explains it.

using tutorial::warp_size;

// Where entry e stands among the products of a share that has the entries begin .. end - 1; its first or its end for an
// entry of the shares before or behind.
__device__ int in_share(ch06::Index e, ch06::Index begin, ch06::Index end) {
  if (e < begin) return 0;
  return (e < end ? e : end) - begin;
}

// y[row] += what the shares before its last one have of it, for each of `all` rows that are cut. The first `many` cuts, of
// many carries, take a block each; a thread each is enough for the others. blockDim.x is a multiple of 32. The order of the
// additions is always the same.
// [carries]
template <typename T>
__global__ void add_carries(ch06::Index all, ch06::Index many, const ch06::Cut* cuts, const T* carry, T* y) {
  __shared__ T warp_sums[warp_size];

  const bool whole_block = static_cast<ch06::Index>(blockIdx.x) < many;
  const ch06::Index i = whole_block ? blockIdx.x : many + (blockIdx.x - many) * blockDim.x + threadIdx.x;
  if (!whole_block) {
    if (i >= all) return;
    const ch06::Cut cut = cuts[i];
    T sum = 0;
    for (ch06::Index share = cut.begin; share < cut.end; ++share) sum += carry[share];
    y[cut.row] += sum;
    return;  // the whole block is here
  }

  const ch06::Cut cut = cuts[i];
  T sum = 0;
  for (ch06::Index share = cut.begin + threadIdx.x; share < cut.end; share += blockDim.x) sum += carry[share];
  sum = ch06::warp_sum(sum);
  if (threadIdx.x % warp_size == 0) warp_sums[threadIdx.x / warp_size] = sum;
  __syncthreads();

  if (threadIdx.x < warp_size) {
    sum = ch06::warp_sum(threadIdx.x < blockDim.x / warp_size ? warp_sums[threadIdx.x] : T{0});
    if (threadIdx.x == 0) y[cut.row] += sum;
  }
}
// [carries]
