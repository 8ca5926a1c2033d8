#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "sparse/sparse.hpp"

namespace ch06 {

constexpr Index block_side = 8;
constexpr Index block_places = block_side * block_side;

/// A matrix in blocks of 8 x 8 (block compressed rows, BSR): row b of blocks has those from row_start[b] up to
/// row_start[b + 1], by column. A block that has an entry is stored whole, row after row, with zeros where it has none.
template <typename T>
struct Blocks {
  std::vector<Index> row_start = {0};
  std::vector<Index> col = {};  ///< of blocks, counted in blocks
  std::vector<T> value = {};

  Index rows() const { return static_cast<Index>(row_start.size()) - 1; }
};

/// The columns of the blocks that have an entry, row after row of blocks; no values.
template <typename T>
Blocks<T> find_blocks(const Csr<T>& a) {
  Blocks<T> found;
  std::vector<Index> cols;
  for (std::int64_t first = 0; first < a.rows; first += block_side) {
    const std::int64_t end = std::min<std::int64_t>(first + block_side, a.rows);
    cols.clear();
    for (Index e = a.row_start[static_cast<std::size_t>(first)];
         e < a.row_start[static_cast<std::size_t>(end)]; ++e) {
      const Index col = a.col[static_cast<std::size_t>(e)] / block_side;
      if (cols.empty() || cols.back() != col) cols.push_back(col);
    }
    std::sort(cols.begin(), cols.end());
    cols.erase(std::unique(cols.begin(), cols.end()), cols.end());
    found.col.insert(found.col.end(), cols.begin(), cols.end());
    found.row_start.push_back(static_cast<Index>(found.col.size()));
  }
  return found;
}

/// Refused are matrices of which most places of the blocks would be zeros.
constexpr std::int64_t most_places_an_entry = 8;  // those of a Poisson matrix

/// The same with values.
/// @throws tutorial::UsageError where zeros would be most of it, before anyone has asked for their memory
template <typename T>
Blocks<T> to_blocks(const Csr<T>& a) {
  Blocks<T> made = find_blocks(a);
  constexpr std::int64_t always_allowed = 1 << 20;
  const std::int64_t places = block_places * std::ssize(made.col);
  tutorial::Program::require(places <= std::max(always_allowed, most_places_an_entry * a.count()),
                             "blocks of 8 x 8 would need " + std::to_string(places) + " places for the " +
                                 std::to_string(a.count()) +
                                 " entries of this matrix; spmv_choice takes it as it is");
  made.value.assign(made.col.size() * block_places, T{0});
  for (std::int64_t r = 0; r < a.rows; ++r) {
    auto block = static_cast<std::size_t>(made.row_start[static_cast<std::size_t>(r / block_side)]);
    for (auto e = static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(r)]);
         e < static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(r) + 1]); ++e) {
      while (made.col[block] < a.col[e] / block_side) ++block;
      made.value[block * block_places +
                 static_cast<std::size_t>(r % block_side * block_side + a.col[e] % block_side)] = a.value[e];
    }
  }
  return made;
}

/// A matrix in blocks on the device.
template <typename T>
struct DeviceBlocks {
  explicit DeviceBlocks(const Blocks<T>& blocks)
      : rows(blocks.rows()), row_start(blocks.row_start), col(blocks.col), value(blocks.value) {}

  Index rows;
  tutorial::DeviceBuffer<Index> row_start;
  tutorial::DeviceBuffer<Index> col;
  tutorial::DeviceBuffer<T> value;
};

}  // namespace ch06
