#pragma once

#include <cuda_pipeline.h>

#include <cstddef>

/// Asynchronous copies of parts of a matrix into shared memory, by the threads of a block together. What lies
/// outside the matrix becomes zero. From compute capability 8.0 a thread starts a copy and goes on; it is
/// complete after __pipeline_commit and __pipeline_wait_prior, and after a barrier for the other threads.
/// Older devices copy at once.
namespace matmul {

// [copy]
// Starts the copy of `count` neighbors of a row, which are inside or outside as a whole.
// both places are aligned to `count` floats
template <int count>
__device__ inline void start_copy(float* to, const float* matrix, unsigned row, unsigned col, unsigned rows,
                                  unsigned cols) {
  const bool inside = row < rows && col < cols;
  const float* from = inside ? matrix + std::size_t{row} * cols + col : matrix;
  __pipeline_memcpy_async(to, from, count * sizeof(float), inside ? 0 : count * sizeof(float));
}

// Starts the copy of `height` rows of `width` elements that begin at (first_row, first_col).
//
// `aligned`: cols is a multiple of 4, so that four neighbors can be copied at once.
// first_col is a multiple of 4
template <bool aligned, int block_size, int height, int width>
__device__ inline void start_copy_of_rows(float (&to)[height][width], const float* matrix, unsigned first_row,
                                          unsigned first_col, unsigned rows, unsigned cols) {
  constexpr int count = aligned ? 4 : 1;
  constexpr int groups = width / count;
  static_assert(height * groups % block_size == 0);
#pragma unroll
  for (int step = 0; step < height * groups; step += block_size) {
    const unsigned i = step + threadIdx.x;
    const unsigned row = i / groups;
    const unsigned col = i % groups * count;
    start_copy<count>(&to[row][col], matrix, first_row + row, first_col + col, rows, cols);
  }
}
// [copy]

/// Four neighbors in one load from shared memory. @pre `from` is aligned to 16 bytes
__device__ inline float4 float4_at(const float* from) { return *reinterpret_cast<const float4*>(from); }

}  // namespace matmul
