#pragma once

#include "matmul/further/async_copy.cuh"

/// Asynchronous copies that turn rows into columns on the way.
namespace matmul {

// Starts the copy of `width` rows of `height` elements and turns them into columns: element (row, col) goes to
// to[col][row]. With padded = width + 4 the copies of a warp, 4 rows of 8 columns, each use a different bank.
template <int block_size, int width, int height, int padded>
__device__ inline void start_copy_transposed(float (&to)[height][padded], const float* matrix,
                                             unsigned first_row, unsigned first_col, unsigned rows,
                                             unsigned cols) {
  static_assert(height * width % block_size == 0);
#pragma unroll
  for (int step = 0; step < height * width; step += block_size) {
    const unsigned i = step + threadIdx.x;
    const unsigned row = i / height;
    const unsigned col = i % height;
    start_copy<1>(&to[col][row], matrix, first_row + row, first_col + col, rows, cols);
  }
}

}  // namespace matmul
