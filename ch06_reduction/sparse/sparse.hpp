#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "chapter.hpp"

/// Sparse matrices: three formats, a few matrices to try them on, and the product with a vector, checked.
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

/// Coordinates: entry i is value[i] at (row[i], col[i]), counted from 0, in any order. What files hold.
template <typename T>
struct Coo {
  Index rows = 0;
  Index cols = 0;
  std::vector<Index> row = {};
  std::vector<Index> col = {};
  std::vector<T> value = {};

  /// @throws tutorial::UsageError for more entries than Index can count
  void add(std::int64_t r, std::int64_t c, T v) {
    refuse_more_entries(std::ssize(value) + 1);
    row.push_back(static_cast<Index>(r));
    col.push_back(static_cast<Index>(c));
    value.push_back(v);
  }
};

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

/// ELLPACK: every row has `width` slots, and slot k of all rows lies together, at k * rows. Slots that a row
/// does not need are padding, column -1.
///
///     slot 0     0   1   2   |     row 0 is shorter than the others
///     slot 1    -1   3   4   |
template <typename T>
struct Ell {
  Index rows = 0;
  Index cols = 0;
  Index width = 0;
  std::vector<Index> col = {};
  std::vector<T> value = {};
};

/// The positions in `order`, sorted by their key from 0 to keys - 1; equal keys stay in the order they had. A
/// counting sort: one pass to count, one to place.
inline std::vector<Index> sorted_by(const std::vector<Index>& key, Index keys,
                                    const std::vector<Index>& order) {
  std::vector<Index> next(static_cast<std::size_t>(keys) + 1);
  for (const Index k : key) ++next[static_cast<std::size_t>(k) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Index> sorted(order.size());
  for (const Index i : order) {
    sorted[static_cast<std::size_t>(next[static_cast<std::size_t>(key[static_cast<std::size_t>(i)])]++)] = i;
  }
  return sorted;
}

/// Sorts the entries by row and column. Entries of the same place are added up, as assembling codes expect.
/// @throws tutorial::UsageError where such a sum is too large for T
template <typename T>
Csr<T> to_csr(const Coo<T>& coo) {
  std::vector<Index> order(coo.value.size());
  std::iota(order.begin(), order.end(), 0);
  order = sorted_by(coo.col, coo.cols, order);
  order = sorted_by(coo.row, coo.rows, order);

  Csr<T> csr{.rows = coo.rows, .cols = coo.cols};
  csr.row_start.reserve(static_cast<std::size_t>(coo.rows) + 1);
  csr.col.reserve(order.size());
  csr.value.reserve(order.size());
  auto position = order.begin();
  for (Index r = 0; r < coo.rows; ++r) {
    for (; position != order.end() && coo.row[static_cast<std::size_t>(*position)] == r; ++position) {
      const Index c = coo.col[static_cast<std::size_t>(*position)];
      const T value = coo.value[static_cast<std::size_t>(*position)];
      if (csr.count() == csr.row_start.back() || csr.col.back() != c) {
        csr.add(c, value);
        continue;
      }
      csr.value.back() += value;
      if (!std::isfinite(csr.value.back())) {
        throw tutorial::UsageError("the entries at row " + std::to_string(r + 1) + ", column " +
                                   std::to_string(c + 1) + " add up to more than the type holds");
      }
    }
    csr.end_row();
  }
  return csr;
}

/// @throws std::bad_alloc where the padding does not fit the host's memory
template <typename T>
Ell<T> to_ell(const Csr<T>& csr) {
  Ell<T> ell{.rows = csr.rows, .cols = csr.cols, .width = csr.longest_row()};
  const std::size_t slots = static_cast<std::size_t>(ell.rows) * static_cast<std::size_t>(ell.width);
  ell.col.assign(slots, -1);
  ell.value.assign(slots, T{0});
  for (Index r = 0; r < csr.rows; ++r) {
    std::size_t slot = static_cast<std::size_t>(r);
    for (auto e = static_cast<std::size_t>(csr.row_start[slot]), k = std::size_t{0};
         k < static_cast<std::size_t>(csr.length(r)); ++e, ++k) {
      ell.col[slot] = csr.col[e];
      ell.value[slot] = csr.value[e];
      slot += static_cast<std::size_t>(ell.rows);
    }
  }
  return ell;
}

/// The 5-point Poisson matrix of a grid: 4 on the diagonal, -1 for each of up to four neighbours. Cell
/// (r, c) is row r * grid_cols + c.
/// @throws tutorial::UsageError for more than 2^31 - 1 entries
template <typename T>
Csr<T> poisson(std::int64_t grid_rows, std::int64_t grid_cols) {
  tutorial::Program::require(grid_rows == 0 || grid_cols <= most_entries / 5 / grid_rows,
                             "a matrix may have 2^31 - 1 entries at most: choose a smaller --grid");
  const std::int64_t cells = grid_rows * grid_cols;
  Csr<T> matrix{.rows = static_cast<Index>(cells), .cols = static_cast<Index>(cells)};
  matrix.row_start.reserve(static_cast<std::size_t>(cells) + 1);
  matrix.col.reserve(static_cast<std::size_t>(5 * cells));
  matrix.value.reserve(static_cast<std::size_t>(5 * cells));
  for (std::int64_t r = 0; r < grid_rows; ++r) {
    for (std::int64_t c = 0; c < grid_cols; ++c) {
      const std::int64_t cell = r * grid_cols + c;
      if (r > 0) matrix.add(cell - grid_cols, -1);
      if (c > 0) matrix.add(cell - 1, -1);
      matrix.add(cell, 4);
      if (c + 1 < grid_cols) matrix.add(cell + 1, -1);
      if (r + 1 < grid_rows) matrix.add(cell + grid_cols, -1);
      matrix.end_row();
    }
  }
  return matrix;
}

/// A square matrix of which row r has length_of(r) entries, at most `rows`: one column out of each of as many
/// equal parts, in order, and never twice.
///
/// Values are whole numbers from 1 to 4, with signs that alternate along a row.
/// @throws tutorial::UsageError for more than 2^31 - 1 rows or entries
template <typename T, typename Length>
Csr<T> scattered(std::int64_t rows, std::uint64_t seed, Length length_of) {
  tutorial::Program::require(rows <= most_entries, "a matrix may have 2^31 - 1 rows at most");
  const tutorial::Random places(seed + 1);
  Csr<T> matrix{.rows = static_cast<Index>(rows), .cols = static_cast<Index>(rows)};
  matrix.row_start.reserve(static_cast<std::size_t>(rows) + 1);
  std::uint64_t drawn = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::int64_t length = std::min(length_of(r), rows);
    std::int64_t first = 0;
    for (std::int64_t k = 0; k < length; ++k) {
      const std::int64_t next = (k + 1) * rows / length;
      const int size = 1 + static_cast<int>(places.below(4, ++drawn));
      matrix.add(first + places.below(static_cast<std::uint32_t>(next - first), ++drawn),
                 static_cast<T>(k % 2 == 0 ? size : -size));
      first = next;
    }
    matrix.end_row();
  }
  return matrix;
}

/// Row lengths follow a power law: a row has k entries or more with probability 1 / (k + 1), so half of the
/// rows are empty and a few are very long. The row in the middle is the longest: full, up to 65 536 entries.
/// The last sixteenth of the rows is empty.
template <typename T>
Csr<T> uneven(std::int64_t rows, std::uint64_t seed) {
  constexpr std::int64_t most_in_a_row = 65'536;
  const tutorial::Random lengths(seed);
  return scattered<T>(rows, seed, [=](std::int64_t r) {
    const double u = 1.0 - static_cast<double>(lengths.uniform(static_cast<std::uint64_t>(r)));  // in (0, 1]
    if (r >= rows - rows / 16) return std::int64_t{0};
    if (r == rows / 2) return std::min(rows, most_in_a_row);
    return std::min(static_cast<std::int64_t>(1 / u) - 1, most_in_a_row);
  });
}

/// One row of 16 has entries, from 1 to 8 of them.
template <typename T>
Csr<T> mostly_empty(std::int64_t rows, std::uint64_t seed) {
  const tutorial::Random lengths(seed);
  return scattered<T>(rows, seed, [=](std::int64_t r) {
    const std::uint32_t drawn = lengths.below(128, static_cast<std::uint64_t>(r));
    return std::int64_t{drawn % 16 == 0 ? 1 + drawn / 16 : 0};
  });
}

/// Three entries a row, and four rows, a quarter of the matrix apart, that are full, up to 2^20 entries.
template <typename T>
Csr<T> few_long(std::int64_t rows, std::uint64_t seed) {
  constexpr std::int64_t most_in_a_row = 1 << 20;
  const std::int64_t quarter = rows / 4 + 1;
  return scattered<T>(rows, seed, [=](std::int64_t r) {
    return r % quarter == quarter / 2 ? most_in_a_row : std::int64_t{3};
  });
}

/// Row r has the columns from r - half to r + half, as far as there are such columns. Values as in scattered().
/// @throws tutorial::UsageError for more than 2^31 - 1 rows or entries
template <typename T>
Csr<T> band(std::int64_t rows, std::int64_t half, std::uint64_t seed) {
  tutorial::Program::require(rows <= most_entries / (2 * half + 1),
                             "a matrix may have 2^31 - 1 entries at most: choose a smaller --grid");
  const tutorial::Random values(seed + 1);
  Csr<T> matrix{.rows = static_cast<Index>(rows), .cols = static_cast<Index>(rows)};
  matrix.row_start.reserve(static_cast<std::size_t>(rows) + 1);
  std::uint64_t drawn = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = std::max(r - half, std::int64_t{0}); c <= std::min(r + half, rows - 1); ++c) {
      const int size = 1 + static_cast<int>(values.below(4, ++drawn));
      matrix.add(c, static_cast<T>(c % 2 == 0 ? size : -size));
    }
    matrix.end_row();
  }
  return matrix;
}

/// "16384 x 16384, 81408 entries, 5 in the longest row, 0 rows empty".
template <typename T>
std::string shape_text(const Csr<T>& matrix) {
  return std::to_string(matrix.rows) + " x " + std::to_string(matrix.cols) + ", " +
         std::to_string(matrix.count()) + (matrix.count() == 1 ? " entry, " : " entries, ") +
         std::to_string(matrix.longest_row()) + " in the longest row, " +
         std::to_string(matrix.empty_rows()) + " rows empty";
}

}  // namespace ch06
