#pragma once

/// @file
/// The grid of blocks that covers a matrix with tiles.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "tutorial/program.hpp"

namespace tutorial {

/// The grid of tiles, `width` columns by `height` rows of a matrix, that covers `rows` x `cols`: x along the
/// columns, y along the rows. gridDim.y is at most 65,535; taller grids also use the z dimension.
///
/// A block's row of tiles is blockIdx.z * gridDim.y + blockIdx.y; the last ones may be below the matrix.
/// @throws UsageError, std::invalid_argument as blocks_for
inline dim3 tile_grid(std::int64_t rows, std::int64_t cols, int width, int height) {
  constexpr unsigned max_grid_y = 65'535;
  const unsigned tile_rows = blocks_for(rows, height);
  const unsigned grid_y = std::min(tile_rows, max_grid_y);
  return dim3(blocks_for(cols, width), grid_y, (tile_rows + grid_y - 1) / grid_y);
}

}  // namespace tutorial
