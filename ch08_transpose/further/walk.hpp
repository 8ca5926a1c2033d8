#pragma once

#include <algorithm>
#include <cstdint>

#include "transpose.hpp"

/// In which order blocks walk over the tiles of a matrix, within what a grid can count.
namespace ch08 {

/// Blocks walk with x down a band of rows of tiles, with y along the columns, then with z.
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

// [bands]
/// The walk over a matrix, with tiles of `tile_size` rows and columns. If L2 has room for what a column of tiles reads
/// and writes, it is one band. If not, its bands are so low that all the resident blocks cover a few of them whole: a
/// column of tiles reads 1/64 of L2.
template <typename T>
Walk walk_for(const Shape& shape, unsigned tile_size) {
  const std::int64_t tile_bytes = sizeof(T) * tile_size * tile_size;
  const std::int64_t l2_bytes = tutorial::device_attribute(cudaDevAttrL2CacheSize);
  const unsigned tile_rows = tutorial::blocks_for(shape.rows, tile_size);
  const unsigned tile_cols = tutorial::blocks_for(shape.cols, tile_size);
  const bool fits = 2 * tile_rows * tile_bytes <= l2_bytes;
  const auto low = static_cast<unsigned>(std::max<std::int64_t>(1, l2_bytes / 64 / tile_bytes));
  return walk_in_bands(tile_rows, tile_cols, fits ? tile_rows : low);
}
// [bands]

}  // namespace ch08
