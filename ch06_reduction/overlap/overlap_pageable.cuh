#pragma once

#include <cuda_runtime.h>

#include <cstdint>

/// What is computed between the copies. For overlap_pageable and the steps after it.
namespace overlap {

// [kernel]
/// out[i] = in[i] / 2 + 1
template <typename T>
__global__ void halve_and_add(const T* in, T* out, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] / 2 + 1;
}
// [kernel]

}  // namespace overlap
