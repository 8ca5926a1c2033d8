#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "sparse/sparse.hpp"

namespace ch06 {

constexpr Index block_side = 8;
constexpr Index block_places = block_side * block_side;

/// A matrix in blocks of 8x8 (block compressed rows, BSR): row b of blocks has those from row_start[b] up to
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
Blocks<T> find_blocks(const Csr<T>& a);

/// How many places blocks would have for an entry, from a sample of the rows of blocks: 1 where all blocks are full, 64 where
/// each has one entry, or none was found.
template <typename T>
double places_an_entry(const Csr<T>& a);

/// The same with values.
/// @throws tutorial::UsageError where zeros would be most of it, before anyone has asked for their memory
template <typename T>
Blocks<T> to_blocks(const Csr<T>& a);

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
