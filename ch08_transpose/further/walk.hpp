#pragma once

#include <algorithm>

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

}  // namespace ch08
