#pragma once

#include <cuda_runtime.h>

#include "tutorial/occupancy.hpp"

/// What the kernels on rows share: words of one or four floats, and operations that leave their result in every thread.
namespace rows {

constexpr int block_size = 256;
constexpr int warps = block_size / tutorial::warp_size;  // of a block

struct Plus {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Times {
  __device__ float operator()(float a, float b) const { return a * b; }
};
struct Max {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

/// A word of which every float is `value`.
template <typename Word>
__device__ Word filled(float value) {
  if constexpr (sizeof(Word) == sizeof(float4)) {
    return {value, value, value, value};
  } else {
    return value;
  }
}

/// The floats of a word, combined.
template <typename Op>
__device__ float fold(float word, Op) {
  return word;
}
template <typename Op>
__device__ float fold(float4 word, Op op) {
  return op(op(word.x, word.y), op(word.z, word.w));
}

/// f of each float of a word.
template <typename F>
__device__ float each(float word, F f) {
  return f(word);
}
template <typename F>
__device__ float4 each(float4 word, F f) {
  return {f(word.x), f(word.y), f(word.z), f(word.w)};
}

/// The floats of two words, combined one by one.
template <typename Op>
__device__ float zip(float a, float b, Op op) {
  return op(a, b);
}
template <typename Op>
__device__ float4 zip(float4 a, float4 b, Op op) {
  return {op(a.x, b.x), op(a.y, b.y), op(a.z, b.z), op(a.w, b.w)};
}

/// The values of `lanes` neighboring lanes, combined, in each of them: a power of two, up to 32. All 32 lanes of the warp
/// must call it.
template <int lanes, typename Op>
__device__ float all_lanes(float value, Op op) {
#pragma unroll
  for (int offset = lanes / 2; offset > 0; offset /= 2) {
    value = op(value, __shfl_xor_sync(0xFFFFFFFFu, value, offset));
  }
  return value;
}

/// The values of a block of 256 threads, combined, in each of them. All must call it. It has one barrier; `of_warps` may
/// not be used again before another.
template <typename Op>
__device__ float all_threads(float value, Op op, float (&of_warps)[warps]) {
  value = all_lanes<tutorial::warp_size>(value, op);
  if (threadIdx.x % tutorial::warp_size == 0) of_warps[threadIdx.x / tutorial::warp_size] = value;
  __syncthreads();
  return all_lanes<warps>(of_warps[threadIdx.x % warps], op);
}

}  // namespace rows
