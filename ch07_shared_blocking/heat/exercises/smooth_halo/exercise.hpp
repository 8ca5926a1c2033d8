#pragma once

#include <cuda_runtime.h>

/// Elements on each side of an element that are part of its sum.
constexpr int radius = 4;

/// Threads of a block.
constexpr unsigned block_size = 256;

/// The weight of the element at i + offset in the sum for element i; -radius <= offset <= radius. It is not
/// the same on both sides.
__host__ __device__ constexpr float weight(int offset) {
  return static_cast<float>(3 * offset + offset * offset % 5 - 1);
}

/// out[i] = the weighted sum of in[i - radius] … in[i + radius]; what lies outside of the array is 0. Elements
/// may be of very different size: add the terms of each sum, and subtract none that another sum has. Both: count
/// floats in device memory.
void smooth(const float* in, float* out, unsigned count);
