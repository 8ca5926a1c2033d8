#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "functor/functor.hpp"

/// @file
/// The function objects of a reduction: where a value comes from, and how two values become one.

using ch06::reduce_threads;
using tutorial::warp_size;

// [functors]
// How two values become one. The order of the walk is not that of the elements: an operation must be
// associative and commutative, up to rounding. identity() is what changes nothing; n = 0 gives it back.

// a + b.
template <typename T>
struct plus {
  static constexpr auto operation = ch06::Operation::plus;  // what the check holds it to
  static T identity() { return T{0}; }
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
};

// The smaller one.
template <typename T>
struct minimum {
  static constexpr auto operation = ch06::Operation::minimum;
  using limits = std::numeric_limits<T>;
  static T identity() { return limits::has_infinity ? limits::infinity() : limits::max(); }
  __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};

// The larger one.
template <typename T>
struct maximum {
  static constexpr auto operation = ch06::Operation::maximum;
  using limits = std::numeric_limits<T>;
  static T identity() { return limits::has_infinity ? -limits::infinity() : limits::lowest(); }
  __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

// Where value number i comes from. A functor that computes it from i alone reads no memory at all.

// From memory.
template <typename T>
struct memFetch {
  const T* data;

  __device__ T operator()(std::int64_t i) const { return data[i]; }
};
// [functors]

// Waits for the kernel, and folds the blocks' values on the host, with the host side of the same functor.
template <typename T, typename Binary>
T finish_on_host(const T* partial, unsigned blocks, T init, Binary binary) {
  std::vector<T> host(blocks);
  CUDA_CHECK(cudaMemcpy(host.data(), partial, blocks * sizeof(T), cudaMemcpyDeviceToHost));
  T value = init;
  for (const T block_value : host) value = binary(value, block_value);
  return value;
}
