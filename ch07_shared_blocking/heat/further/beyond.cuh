#pragma once

#include <cstdint>

#include "heat/heat.hpp"

/// What is beyond the edge of a plate, more than one cell deep.
///
/// A periodic plate continues with its opposite edge. Beyond an insulated edge is the plate's mirror image: both
/// sides of the mirror spread their heat alike, in every bit, since left + right = right + left. So cells beyond
/// the edge take their steps like all others, and no cell is a special case.
namespace heat {

/// The cell of the plate that represents one beyond the edge, counted along a side.
struct Place {
  int index;
  bool mirrored;  ///< neighbors follow in the opposite order
};

/// Which of the `count` cells along a side represents number i, which may be any number of plates away.
__host__ __device__ inline Place place_of(int i, int count, Boundary boundary) {
  if (0 <= i && i < count) return {i, false};
  const unsigned side = static_cast<unsigned>(count);
  // -1 is the last cell beyond the edge that has number 0 on the other side.
  const unsigned past = static_cast<unsigned>(i < 0 ? -1 - i : i);
  if (boundary == Boundary::periodic) {
    const unsigned rest = past % side;
    return {static_cast<int>(i < 0 ? side - 1 - rest : rest), false};
  }
  const unsigned rest = past % (2 * side);  // there and back
  const bool back = rest >= side;
  return {static_cast<int>(back ? 2 * side - 1 - rest : rest), back != (i < 0)};
}

/// Walks down the rows of a plate and on beyond its edges, from any row on.
class RowWalk {
 public:
  /// @param from  a cell in row 0: the walk stays in its column
  __host__ __device__ RowWalk(const float* from, int row, int rows, int cols, Boundary boundary)
      : stride_(cols), rows_(rows), wraps_(boundary == Boundary::periodic) {
    const Place place = place_of(row, rows, boundary);
    cell_ = from + std::int64_t{place.index} * cols;
    left_ = place.mirrored ? place.index + 1 : rows - place.index;
    if (place.mirrored) stride_ = -stride_;
  }

  /// The cell in the row where the walk is.
  __host__ __device__ const float* cell() const { return cell_; }

  /// Goes on to the row below.
  __host__ __device__ void next() {
    if (--left_ > 0) {
      cell_ += stride_;
    } else {  // at the edge: the opposite one follows, or the same row again, on the way back
      left_ = rows_;
      if (wraps_) {
        cell_ -= (rows_ - 1) * stride_;
      } else {
        stride_ = -stride_;
      }
    }
  }

 private:
  const float* cell_;
  std::int64_t stride_;  // to the next row, down or back up
  int rows_;
  int left_;  // rows of the plate in this direction, this one included
  bool wraps_;
};

}  // namespace heat
