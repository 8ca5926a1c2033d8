#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tutorial/tutorial.hpp"

/// Sparse matrices in compressed rows, on the host and on the device.
namespace ch06 {

/// Rows, columns and offsets into the entries have 32 bits, as in most libraries: half of the bytes of a
/// float matrix are such numbers. More than 2^31 - 1 rows or entries are refused.
using Index = std::int32_t;

constexpr std::int64_t most_entries = std::numeric_limits<Index>::max();

/// Not Program::require, which would make its message for every entry.
/// @throws tutorial::UsageError
inline void refuse_more_entries(std::int64_t count) {
  if (count > most_entries) throw tutorial::UsageError("a matrix may have 2^31 - 1 entries at most");
}

/// Compressed sparse rows: row r has the entries from row_start[r] up to row_start[r + 1], by column.
///
///     row_start  0     2  2        5          row 1 is empty
///     col        0  3  |  1  2  3
///     value      a  b  |  c  d  e
template <typename T>
struct Csr {
  Index rows = 0;
  Index cols = 0;
  std::vector<Index> row_start = {0};
  std::vector<Index> col = {};
  std::vector<T> value = {};

  std::int64_t count() const { return std::ssize(value); }
  Index length(std::int64_t r) const {
    const auto row = static_cast<std::size_t>(r);
    return row_start[row + 1] - row_start[row];
  }
  Index longest_row() const {
    Index longest = 0;
    for (Index r = 0; r < rows; ++r) longest = std::max(longest, length(r));
    return longest;
  }
  Index empty_rows() const {
    Index empty = 0;
    for (Index r = 0; r < rows; ++r) empty += length(r) == 0;
    return empty;
  }

  /// Appends an entry to the row that end_row() will end.
  void add(std::int64_t c, T v) {
    col.push_back(static_cast<Index>(c));
    value.push_back(v);
  }
  /// @throws tutorial::UsageError for more entries than Index can count
  void end_row() {
    refuse_more_entries(count());
    row_start.push_back(static_cast<Index>(count()));
  }
};

/// "16384 x 16384, 81408 entries, 5 in the longest row, 0 rows empty".
template <typename T>
std::string shape_text(const Csr<T>& matrix) {
  return std::to_string(matrix.rows) + " x " + std::to_string(matrix.cols) + ", " +
         std::to_string(matrix.count()) + (matrix.count() == 1 ? " entry, " : " entries, ") +
         std::to_string(matrix.longest_row()) + " in the longest row, " +
         std::to_string(matrix.empty_rows()) + " rows empty";
}

/// The row of each entry: with it, the entries are coordinates.
template <typename T>
std::vector<Index> rows_of_entries(const Csr<T>& a) {
  std::vector<Index> row;
  row.reserve(a.col.size());
  for (Index r = 0; r < a.rows; ++r) row.insert(row.end(), static_cast<std::size_t>(a.length(r)), r);
  return row;
}

/// A matrix in compressed rows on the device.
template <typename T>
struct DeviceCsr {
  explicit DeviceCsr(const Csr<T>& csr) : row_start(csr.row_start), col(csr.col), value(csr.value) {}

  tutorial::DeviceBuffer<Index> row_start;
  tutorial::DeviceBuffer<Index> col;
  tutorial::DeviceBuffer<T> value;
};

}  // namespace ch06
