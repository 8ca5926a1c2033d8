#pragma once

#include "chapter.hpp"

/// The kernel of transpose_windows with the order of its blocks to choose.
namespace ch08 {

/// The order in which blocks walk over the tiles: down a band of rows of tiles, column after column, then the next
/// band.
struct Walk {
  unsigned tile_rows;
  unsigned tile_cols;
  unsigned band;  ///< rows of tiles; the last band may have fewer

  /// Blocks of the grid.
  unsigned blocks() const { return tile_rows * tile_cols; }
};

struct TilePlace {
  unsigned row;
  unsigned col;
};

// [walk]
/// The tile of a block.
__host__ __device__ inline TilePlace place(const Walk& walk, unsigned block) {
  const unsigned whole_band = walk.band * walk.tile_cols;
  const unsigned above = block / whole_band * walk.band;
  const unsigned height = walk.tile_rows - above < walk.band ? walk.tile_rows - above : walk.band;
  const unsigned within = block % whole_band;
  return {above + within % height, within / height};
}
// [walk]

constexpr unsigned windows_tile = 64;
constexpr unsigned windows_threads = 512;

/// As in 13_transpose_windows.cu, where it is explained; only the tile's place differs.
template <typename T>
__global__ void transpose_in_bands(const T* in, T* out, unsigned rows, unsigned cols, Walk walk) {
  constexpr unsigned tile_size = windows_tile;
  const unsigned skew = rows % sector<T> == 0 ? 0 : sector<T> - 1;
  constexpr unsigned block_rows = windows_threads / tile_size;
  constexpr unsigned loads = (tile_size + sector<T> - 1 + block_rows - 1) / block_rows;
  __shared__ T tile[loads * block_rows][tile_size + 1];

  const unsigned x = threadIdx.x % tile_size;
  const unsigned y = threadIdx.x / tile_size;
  // [change]
  const TilePlace at = place(walk, blockIdx.x);
  const unsigned tile_row = at.row * tile_size;
  const unsigned tile_col = at.col * tile_size;
  // [change]

  T held[loads];
#pragma unroll
  for (unsigned i = 0; i < loads; ++i) {
    const unsigned t = i * block_rows + y;
    const unsigned row = tile_row - skew + t;
    const unsigned col = tile_col + x;
    held[i] = t < tile_size + skew && row < rows && col < cols ? in[std::size_t{row} * cols + col] : T{0};
  }
#pragma unroll
  for (unsigned i = 0; i < loads; ++i) tile[i * block_rows + y][x] = held[i];

  __syncthreads();

#pragma unroll
  for (unsigned y_out = y; y_out < tile_size; y_out += block_rows) {
    const unsigned row = tile_col + y_out;  // of the output
    const unsigned shift = row * rows % sector<T>;
    const unsigned col = tile_row - shift + x;
    if (row < cols && col < rows) out[std::size_t{row} * rows + col] = tile[skew - shift + x][y_out];
  }
}

// [band]
/// Bands so high that what their blocks read in one column of tiles is a sixteenth of L2: the tiles of the next column
/// are read and written while this one's last sectors are still there.
template <typename T>
Walk walk_in_bands(Shape shape) {
  const auto l2_bytes = static_cast<unsigned>(device_attribute(cudaDevAttrL2CacheSize));
  constexpr unsigned tile_bytes = windows_tile * windows_tile * sizeof(T);
  return {.tile_rows = tutorial::blocks_for(shape.rows + sector<T> - 1, windows_tile),
          .tile_cols = tutorial::blocks_for(shape.cols, windows_tile),
          .band = std::max(1u, l2_bytes / 16 / tile_bytes)};
}
// [band]

/// Any matrix.
template <typename T>
void launch_in_bands(Problem<T>& matrix) {
  const Walk walk = walk_in_bands<T>(matrix.shape);
  transpose_in_bands<<<walk.blocks(), windows_threads>>>(matrix.in.data(), matrix.out.data(),
                                                         matrix.shape.rows, matrix.shape.cols, walk);
  CUDA_CHECK_LAUNCH();
}

}  // namespace ch08
