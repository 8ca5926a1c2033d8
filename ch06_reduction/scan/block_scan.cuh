#pragma once

#include "tutorial/occupancy.hpp"

/// Scans of a warp and of a block. (scan_shuffle explains them.)
namespace scan {

// [warp]
/// The sum of the values of this lane and of all lanes before it. All 32 lanes must call it.
__device__ inline int warp_scan(int value) {
  const int lane = threadIdx.x % tutorial::warp_size;
#pragma unroll
  for (int offset = 1; offset < tutorial::warp_size; offset *= 2) {
    const int before = __shfl_up_sync(0xFFFFFFFFu, value, offset);
    if (lane >= offset) value += before;
  }
  return value;
}
// [warp]

/// What a warp learns about a block.
struct OfBlock {
  int before;  ///< the sum of the warps before it
  int total;   ///< the sum of all warps
};

// [block]
/// `sum`, the same in all lanes, is that of a warp. All threads must call it, in full warps. It has one barrier; before
/// `warp_sums` is used again there must be another.
__device__ inline OfBlock block_scan(int sum, int (&warp_sums)[tutorial::warp_size]) {
  const int lane = threadIdx.x % tutorial::warp_size;
  const int warp = threadIdx.x / tutorial::warp_size;
  const int warps = blockDim.x / tutorial::warp_size;
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();
  const int up_to = warp_scan(lane < warps ? warp_sums[lane] : 0);
  const int through_mine = __shfl_sync(0xFFFFFFFFu, up_to, warp);
  return {through_mine - sum, __shfl_sync(0xFFFFFFFFu, up_to, warps - 1)};
}
// [block]

}  // namespace scan
