#pragma once

#include "further/sectors.hpp"
#include "further/walk.hpp"
#include "problem.hpp"

/// The kernel of transpose_lines for the steps after it: they use it for the matrices with many rows and columns.
namespace ch08::lines {

constexpr unsigned tile_size = 64;
constexpr unsigned threads = 512;
constexpr unsigned block_rows = threads / tile_size;
constexpr unsigned loads = tile_size / block_rows;

// [line]
// *from. The load also tells L2 to fetch from memory the whole line of 128 bytes around it, not only its sector. That
// is a hint: it changes no value, and the simulator has none.
__device__ inline float load_line(const float* from) {
#if defined(__CUDA_ARCH__)
  float value;
  asm volatile("ld.global.L2::128B.f32 %0, [%1];" : "=f"(value) : "l"(from));
  return value;
#else
  return *from;
#endif
}
__device__ inline double load_line(const double* from) {
#if defined(__CUDA_ARCH__)
  double value;
  asm volatile("ld.global.L2::128B.f64 %0, [%1];" : "=d"(value) : "l"(from));
  return value;
#else
  return *from;
#endif
}
// [line]

template <typename T>
__global__ void transpose_lines(const T* in, T* out, unsigned rows, unsigned cols, ch08::Walk walk) {
  using ch08::sector;
  // So many rows of the input are wanted above those of a window that is not shifted.
  constexpr unsigned above = sector<T> - 1;
  __shared__ T tile[above + tile_size][tile_size + 1];

  const unsigned x = threadIdx.x % tile_size;
  const unsigned y = threadIdx.x / tile_size;
  const unsigned tile_row = (blockIdx.x + blockIdx.z * walk.z_rows) * tile_size;
  const unsigned tile_col = (blockIdx.y + blockIdx.z * walk.z_cols) * tile_size;

  const unsigned col = tile_col + x;
  if (col < cols) {
    const T* from = in + std::size_t{tile_row + y} * cols + col;
    const unsigned inside = ch08::times(tile_row + y, rows, block_rows);
    T held[loads];
#pragma unroll
    for (unsigned i = 0; i < loads; ++i, from += std::size_t{cols} * block_rows) {
      // [change]
      held[i] = i < inside ? load_line(from) : T{0};
      // [change]
    }
    // The rows above, where windows are shifted: one for each y is enough.
    if (rows % sector<T> != 0 && y < above && tile_row > y && tile_row - y <= rows) {
      tile[above - 1 - y][x] = in[std::size_t{tile_row - 1 - y} * cols + col];
    }
#pragma unroll
    for (unsigned i = 0; i < loads; ++i) tile[above + i * block_rows + y][x] = held[i];
  }

  __syncthreads();

  // The first of the thread's rows of the output begins with element row * rows. So many elements before it a sector
  // begins, and 8, 16, 24 .. rows further it is the same.
  const unsigned row = tile_col + y;
  const unsigned shift = row * rows % sector<T>;
  static_assert(block_rows % sector<T> == 0);
  const unsigned inside = ch08::times(row, cols, block_rows);
  // What the last tile's shift leaves of the row is its as well: a second pass for a few lanes.
  const unsigned passes = tile_row + tile_size < rows ? 1 : 2;
  for (unsigned pass = 0; pass < passes; ++pass) {
    const unsigned from = above - shift + pass * tile_size + x;  // the tile's row
    const unsigned place = tile_row - above + from;  // below 0 it wraps round, and is too large as well
    if (place < rows) {
      T* to = out + std::size_t{row} * rows + place;
#pragma unroll
      for (unsigned i = 0; i < loads; ++i, to += std::size_t{rows} * block_rows) {
        if (i < inside) *to = tile[from][i * block_rows + y];
      }
    }
  }
}

/// Any matrix.
template <typename T>
void launch(Problem<T>& matrix) {
  const Shape shape = matrix.shape;
  const Walk walk = walk_for<T>(shape, tile_size);
  transpose_lines<<<walk.grid, threads>>>(matrix.in.data(), matrix.out.data(), shape.rows, shape.cols, walk);
  CUDA_CHECK_LAUNCH();
}

}  // namespace ch08::lines
