#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "tutorial/occupancy.hpp"
#include "tutorial/program.hpp"

/// What the kernels of chapter 6 share once a step has introduced it.
namespace ch06 {

/// The sum of the warp's values, in lane 0. All 32 lanes must call it. (reduce_shuffle explains it.)
template <typename T>
__device__ T warp_sum(T value) {
  for (int offset = tutorial::warp_size / 2; offset > 0; offset /= 2) {
    value += __shfl_down_sync(0xFFFFFFFFu, value, offset);
  }
  return value;
}

/// The sum of the block's values, in thread 0. All threads must call it, in full warps. It has one barrier, between
/// the warps' sums and the first warp's sum of them; before `warp_sums` is used again there must be another.
template <typename T>
__device__ T block_sum(T value, T (&warp_sums)[tutorial::warp_size]) {
  const int lane = threadIdx.x % tutorial::warp_size;
  const int warp = threadIdx.x / tutorial::warp_size;
  const int warps = blockDim.x / tutorial::warp_size;
  value = warp_sum(value);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();
  return warp == 0 ? warp_sum(lane < warps ? warp_sums[lane] : T{0}) : T{0};
}

/// Whether this is the last block to come here; then `sum`, a block's in its thread 0, becomes the sum of all blocks'
/// (reduce_last_block explains it). partial: one element per block. *ticket is 0 before, and after.
template <typename T>
__device__ bool is_last_block(T& sum, T* partial, unsigned* ticket, T (&warp_sums)[tutorial::warp_size]) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    const unsigned last = gridDim.x - 1;
    is_last = atomicInc(ticket, last) == last;
    __threadfence();
  }

  // Everyone learns whether this is the last block; the slots of warp_sums are free again.
  __syncthreads();
  if (!is_last) return false;  // all threads of the block, or none

  sum = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x) sum += partial[block];
  sum = block_sum(sum, warp_sums);
  return true;
}

/// The number of blocks of a grid that fills the device and walks over `items`: as many as all SMs can hold
/// at once, fewer if not all of them have one item per thread, and at least one.
template <typename Kernel>
unsigned filling_blocks(Kernel* kernel, int block_size, std::int64_t items) {
  const unsigned resident = tutorial::resident_blocks(kernel, block_size);
  return std::min(resident, tutorial::blocks_for(std::min(items, std::int64_t{1} << 40), block_size));
}

}  // namespace ch06
