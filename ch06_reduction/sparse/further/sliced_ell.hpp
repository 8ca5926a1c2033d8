#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sparse/sparse.hpp"

namespace ch06 {

/// Rows per slice: as many as a warp has lanes.
constexpr Index slice_rows = 32;

/// The rows, sorted by falling length within each window of `window` rows. Rows of equal length stay in order.
template <typename T>
std::vector<Index> rows_by_length(const Csr<T>& a, Index window) {
  std::vector<Index> rows(static_cast<std::size_t>(a.rows));
  std::iota(rows.begin(), rows.end(), Index{0});
  if (window == 1) return rows;
  for (std::int64_t first = 0; first < a.rows; first += window) {
    std::stable_sort(rows.begin() + first, rows.begin() + std::min<std::int64_t>(a.rows, first + window),
                     [&](Index left, Index right) { return a.length(left) > a.length(right); });
  }
  return rows;
}

/// The entries in the longest row of the slice that begins with the row in place `first` of the order.
template <typename T>
Index slice_width(const Csr<T>& a, const std::vector<Index>& order, std::int64_t first) {
  Index width = 0;
  for (std::int64_t place = first; place < std::min<std::int64_t>(a.rows, first + slice_rows); ++place)
    width = std::max(width, a.length(order[static_cast<std::size_t>(place)]));
  return width;
}

/// How many slots sliced ELL would have.
template <typename T>
std::int64_t sliced_ell_slots(const Csr<T>& a, const std::vector<Index>& order) {
  std::int64_t slots = 0;
  for (std::int64_t first = 0; first < a.rows; first += slice_rows)
    slots += std::int64_t{slice_rows} * slice_width(a, order, first);
  return slots;
}

/// Rows in slices of 32, taken in an order, each slice as wide as its longest row and stored slot by slot (sliced ELL, SELL).
/// Where a row is shorter, the column is -1.
///
///     order 2 0 1, slices of 3     slot 0   e a d      row 2 has e f g, row 0 has a b, row 1 has d
///                                  slot 1   f b -
///                                  slot 2   g - -
template <typename T>
struct SlicedEll {
  /// @throws tutorial::UsageError for more slots than Index can count
  SlicedEll(const Csr<T>& a, const std::vector<Index>& order) {
    const std::int64_t slots = sliced_ell_slots(a, order);
    refuse_more_entries(slots);
    col.assign(static_cast<std::size_t>(slots), -1);
    value.assign(static_cast<std::size_t>(slots), T{0});
    std::size_t begin = 0;
    for (std::int64_t first = 0; first < a.rows; first += slice_rows) {
      const std::int64_t past = std::min<std::int64_t>(a.rows, first + slice_rows);
      for (std::int64_t place = first; place < past; ++place) {
        const auto row = static_cast<std::size_t>(order[static_cast<std::size_t>(place)]);
        std::size_t slot = begin + static_cast<std::size_t>(place - first);
        for (auto e = static_cast<std::size_t>(a.row_start[row]);
             e < static_cast<std::size_t>(a.row_start[row + 1]); ++e, slot += slice_rows) {
          col[slot] = a.col[e];
          value[slot] = a.value[e];
        }
      }
      begin += static_cast<std::size_t>(slice_rows) * static_cast<std::size_t>(slice_width(a, order, first));
      slice_start.push_back(static_cast<Index>(begin));
    }
  }

  std::vector<Index> slice_start = {
      0};  ///< the first slot of each slice; after the last: the number of all slots
  std::vector<Index> col;
  std::vector<T> value;
};

}  // namespace ch06
