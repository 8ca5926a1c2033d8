#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstring>

/// Numbers of 2 bytes, alone and in pairs of 4 bytes.
namespace halves {

/// The float of the same value: every fp16 and bf16 is one.
__device__ inline float widened(__half value) { return __half2float(value); }
__device__ inline float widened(__nv_bfloat16 value) { return __bfloat162float(value); }
__device__ inline float2 widened(__half2 pair) { return __half22float2(pair); }
__device__ inline float2 widened(__nv_bfloat162 pair) { return __bfloat1622float2(pair); }

/// The nearest number of type T.
template <typename T>
__host__ __device__ T narrowed(float value);
template <>
__host__ __device__ inline __half narrowed(float value) {
  return __float2half(value);
}
template <>
__host__ __device__ inline __nv_bfloat16 narrowed(float value) {
  return __float2bfloat16(value);
}

/// Two neighboring numbers.
template <typename T>
struct PairOf;
template <>
struct PairOf<__half> {
  using type = __half2;
};
template <>
struct PairOf<__nv_bfloat16> {
  using type = __nv_bfloat162;
};
template <typename T>
using Pair = typename PairOf<T>::type;

/// The pair that 32 bits of a wider word hold.
template <typename T>
__device__ Pair<T> pair_of(unsigned bits) {
  Pair<T> pair;
  memcpy(static_cast<void*>(&pair), &bits, sizeof(pair));
  return pair;
}

}  // namespace halves
