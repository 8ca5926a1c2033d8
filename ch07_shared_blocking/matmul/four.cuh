#pragma once

#include <cuda_runtime.h>

#include <cstddef>

/// Four adjacent elements of a row at a time.
namespace matmul {

// The four elements of a row of `matrix` that start at `col`, with zeros instead of elements
// outside the matrix.
//
// `aligned`: cols is a multiple of 4. Then every such group starts at a multiple of 16 bytes and is inside
// or outside as a whole, and one instruction loads it. Otherwise it takes four. col is a multiple of 4
template <bool aligned>
__device__ inline float4 load_four(const float* matrix, unsigned row, unsigned col, unsigned rows,
                                   unsigned cols) {
  float4 four = {0, 0, 0, 0};
  if (row >= rows || col >= cols) return four;
  const float* from = matrix + std::size_t{row} * cols + col;
  if constexpr (aligned) {
    four = *reinterpret_cast<const float4*>(from);
  } else {
    four.x = from[0];
    if (col + 1 < cols) four.y = from[1];
    if (col + 2 < cols) four.z = from[2];
    if (col + 3 < cols) four.w = from[3];
  }
  return four;
}

// Stores four elements of a row, as load_four loads them.
template <bool aligned>
__device__ inline void store_four(float* matrix, float4 four, unsigned row, unsigned col, unsigned rows,
                                  unsigned cols) {
  if (row >= rows || col >= cols) return;
  float* to = matrix + std::size_t{row} * cols + col;
  if constexpr (aligned) {
    *reinterpret_cast<float4*>(to) = four;
  } else {
    to[0] = four.x;
    if (col + 1 < cols) to[1] = four.y;
    if (col + 2 < cols) to[2] = four.z;
    if (col + 3 < cols) to[3] = four.w;
  }
}

// Component i of a vector; i must be known when the program is compiled, or the vector leaves its registers.
__device__ inline float component(float4 four, int i) {
  return i == 0 ? four.x : i == 1 ? four.y : i == 2 ? four.z : four.w;
}

// sum += a * b, component by component.
__device__ inline void multiply_add(float4& sum, float a, float4 b) {
  sum.x += a * b.x;
  sum.y += a * b.y;
  sum.z += a * b.z;
  sum.w += a * b.w;
}

}  // namespace matmul
