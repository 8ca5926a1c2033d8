#pragma once

/// @file
/// What is one instruction for a whole warp from compute capability 8.0 on, and five shuffles before.

namespace tutorial {

/// The sum of the 32 lanes' values, in every lane. All lanes must call it.
__device__ inline int sum_across_warp(int value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  for (int lanes = 16; lanes > 0; lanes /= 2) value += __shfl_xor_sync(0xFFFFFFFFu, value, lanes);
  return value;
#else
  return __reduce_add_sync(0xFFFFFFFFu, value);
#endif
}

/// The bits that any of the 32 lanes has set, in every lane. All lanes must call it.
__device__ inline unsigned bits_across_warp(unsigned bits) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  for (int lanes = 16; lanes > 0; lanes /= 2) bits |= __shfl_xor_sync(0xFFFFFFFFu, bits, lanes);
  return bits;
#else
  return __reduce_or_sync(0xFFFFFFFFu, bits);
#endif
}

}  // namespace tutorial
