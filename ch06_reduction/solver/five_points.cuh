#pragma once

#include <cstdint>

namespace ch06 {

/// Cell i of the 5-point Poisson stencil on a rows x cols grid: 4 times the cell, minus its neighbors; outside the grid is 0.
/// `center` is the cell's value, `at(cell)` that of a neighbor. (cg_stencil explains it.)
// [stencil]
template <typename T, typename At>
__device__ T five_points(std::int32_t rows, std::int32_t cols, std::int64_t i, T center, const At& at) {
  const std::int32_t row = static_cast<std::int32_t>(i / cols);
  const std::int32_t col = static_cast<std::int32_t>(i - std::int64_t{row} * cols);
  T sum = 4 * center;
  if (row > 0) sum -= at(i - cols);
  if (row < rows - 1) sum -= at(i + cols);
  if (col > 0) sum -= at(i - 1);
  if (col < cols - 1) sum -= at(i + 1);
  return sum;
}
// [stencil]

}  // namespace ch06
