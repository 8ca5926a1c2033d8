#pragma once

#include "chapter.hpp"

/// The kernel of transpose_windows, with the order of its blocks to choose.
namespace ch08 {

constexpr unsigned windows_tile = 64;
constexpr unsigned windows_threads = 512;

/// The order in which blocks walk over the tiles: x down a band of rows of tiles, y along the columns, then z.
struct Walk {
  dim3 grid;
  unsigned z_rows;  ///< rows of tiles from one z to the next
  unsigned z_cols;  ///< columns of tiles
};

// [walk]
/// Bands of `band` rows of tiles, or more where z would not do for so many. Where there are more columns of tiles than
/// y can count, z counts on with them, and all rows are one band.
inline Walk walk_in_bands(unsigned tile_rows, unsigned tile_cols, unsigned band) {
  constexpr unsigned largest = 65'535;  // of y and of z
  if (tile_cols > largest) return {dim3(tile_rows, largest, (tile_cols - 1) / largest + 1), 0, largest};
  const unsigned height = std::min(tile_rows, std::max(band, (tile_rows - 1) / largest + 1));
  return {dim3(height, tile_cols, (tile_rows - 1) / height + 1), height, 0};
}
// [walk]

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

/// As in 13_transpose_windows.cu, where it is explained; the tile's place differs, and the load, if `lines`.
template <bool lines, typename T>
__global__ void transpose_in_bands(const T* in, T* out, unsigned rows, unsigned cols, Walk walk) {
  // So many rows of the input are wanted above those of a window that is not shifted.
  constexpr unsigned tile_size = windows_tile;
  constexpr unsigned block_rows = windows_threads / tile_size;
  constexpr unsigned loads = tile_size / block_rows;
  constexpr unsigned above = sector<T> - 1;
  __shared__ T tile[above + tile_size][tile_size + 1];

  const unsigned x = threadIdx.x % tile_size;
  const unsigned y = threadIdx.x / tile_size;
  // [change]
  const unsigned tile_row = (blockIdx.x + blockIdx.z * walk.z_rows) * tile_size;
  const unsigned tile_col = (blockIdx.y + blockIdx.z * walk.z_cols) * tile_size;
  // [change]

  const unsigned col = tile_col + x;
  if (col < cols) {
    const T* from = in + std::size_t{tile_row + y} * cols + col;
    const unsigned inside = times(tile_row + y, rows, block_rows);
    T held[loads];
#pragma unroll
    for (unsigned i = 0; i < loads; ++i, from += std::size_t{cols} * block_rows) {
      if constexpr (lines) {
        held[i] = i < inside ? load_line(from) : T{0};
      } else {
        held[i] = i < inside ? *from : T{0};
      }
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
  const unsigned inside = times(row, cols, block_rows);
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

// [bands]
// The walk over a matrix. If L2 has room for what a column of tiles reads and writes, it is one band. If not, its
// bands are so low that all the blocks under way see a few of them whole: a column of tiles reads 1/64 of L2.
template <typename T>
Walk walk_for(Shape shape) {
  constexpr std::int64_t tile_bytes = windows_tile * windows_tile * sizeof(T);
  const std::int64_t l2_bytes = device_attribute(cudaDevAttrL2CacheSize);
  const unsigned tile_rows = tutorial::blocks_for(shape.rows, windows_tile);
  const unsigned tile_cols = tutorial::blocks_for(shape.cols, windows_tile);
  const bool fits = 2 * tile_rows * tile_bytes <= l2_bytes;
  const auto low = static_cast<unsigned>(std::max<std::int64_t>(1, l2_bytes / 64 / tile_bytes));
  return walk_in_bands(tile_rows, tile_cols, fits ? tile_rows : low);
}
// [bands]

/// Any matrix.
template <bool lines, typename T>
void launch_in_bands(Problem<T>& matrix) {
  const Walk walk = walk_for<T>(matrix.shape);
  transpose_in_bands<lines><<<walk.grid, windows_threads>>>(matrix.in.data(), matrix.out.data(),
                                                            matrix.shape.rows, matrix.shape.cols, walk);
  CUDA_CHECK_LAUNCH();
}

}  // namespace ch08
