#pragma once

#include <cuda_runtime.h>

#include <cstdint>

/// What the kernels behind the core count: sectors, and steps up to an edge.
namespace ch08 {

/// Elements of a sector, the 32 bytes in which memory moves.
template <typename T>
constexpr unsigned sector = 32 / sizeof(T);

/// Rows of `length` elements, one after the other: how far into a sector can one begin?
template <typename T>
__host__ __device__ constexpr unsigned largest_shift(std::int64_t length) {
  return length % sector<T> == 0 ? 0 : sector<T> - 1;
}

/// How many of first, first + step, first + 2 * step .. are below end.
__host__ __device__ constexpr unsigned times(unsigned first, unsigned end, unsigned step) {
  return first < end ? (end - first + step - 1) / step : 0;
}

}  // namespace ch08
