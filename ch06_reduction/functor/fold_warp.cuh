#pragma once

#include "functor/functors.cuh"

/// @file
/// The end of a block's reduction in two stages: 1024 values become 32, and 32 become one.

// How a warp's 32 values become one.
enum class Finish {
  tree,       // all lanes, in five steps
  one_thread  // lane 0, in 31 steps: the comparison of claim C11
};

// Called by all 32 lanes of a warp. `slots` holds a value of each lane; the result is in slots[0],
// where lane 0 may read it at once and the others after a __syncwarp().
//
// The book's version leaves out the __syncwarp() and relies on lanes in step. Since Volta they need not be:
// a lane may read a slot before its owner has written it, or after its owner has gone on to the next step.
// [fold]
template <Finish finish, typename T, typename Binary>
__device__ void fold_warp(T* slots, int lane, Binary binary) {
  __syncwarp();  // the slots are full
  if constexpr (finish == Finish::tree) {
    for (int stride = warp_size / 2; stride > 0; stride /= 2) {
      if (lane < stride) slots[lane] = binary(slots[lane], slots[lane + stride]);
      __syncwarp();  // the next step reads what other lanes wrote in this one
    }
  } else if (lane == 0) {
    T value = slots[0];
    for (int slot = 1; slot < warp_size; ++slot) value = binary(value, slots[slot]);
    slots[0] = value;
  }
}
// [fold]

// Two stages: the values of block b's threads become one, partial[b]. blockDim.x == reduce_threads.
// [block]
template <Finish finish, typename T, typename Binary>
__device__ void fold_block(T value, T* partial, Binary binary) {
  __shared__ T parked[reduce_threads - warp_size];
  const int thread = threadIdx.x;

  // 1. The first warp keeps its values in registers, so 32 slots fewer are enough.
  if (thread >= warp_size) parked[thread - warp_size] = value;
  __syncthreads();  // the first warp reads what all others stored
  if (thread >= warp_size) return;
  for (int slot = thread; slot < reduce_threads - warp_size; slot += warp_size) {
    value = binary(value, parked[slot]);
  }

  // 2. Slot `thread` was read by this lane alone: it is free.
  parked[thread] = value;
  fold_warp<finish>(parked, thread, binary);
  if (thread == 0) partial[blockIdx.x] = parked[0];
}
// [block]
