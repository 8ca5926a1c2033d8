#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sparse/sparse.hpp"

namespace ch06 {

/// Neighboring entries that a thread loads at once, where a format lets it: a quad.
constexpr Index quad_size = 4;

/// A row that the end of a share cuts. Shares `begin` to `end` - 1 carry a part of its sum over; the rest is in share
/// `end`, where the row ends.
struct Cut {
  Index row;
  Index begin;
  Index end;
};

/// A matrix in shares of equal work: an item is an entry or the end of a row, and a share has `size` items, the last
/// one whatever is left. Items are numbered row after row, the end of a row after its entries.
///
///     entries    a b c | | d | e f g |         "|": the end of a row; row 1 is empty
///     items      0 1 2 3 4 5 6 7 8 9 10
///     size 4     share 0  share 1  share 2     share 1 starts in row 1, at entry 4 - 1 = 3
///
/// A share that starts at item i in row r starts at entry i - r.
struct Shares {
  std::int64_t items = 0;             ///< entries and rows together
  Index size = 0;                     ///< items a share
  std::vector<Index> first_row = {};  ///< of each share, at least one, and after the last the number of rows
  std::vector<Cut> cuts = {};         ///< those of many carries first
  Index many = 0;                     ///< how many of them have many: more than a thread should add
};

/// The shares of a matrix: they depend on its structure alone. One binary search a share.
template <typename T>
Shares make_shares(const Csr<T>& a, Index size);

/// The first entry of share `share`; one past the last entry for the share after the last.
inline std::int64_t first_entry(const Shares& shares, std::int64_t share) {
  return std::min(share * shares.size, shares.items) - shares.first_row[static_cast<std::size_t>(share)];
}

/// What to look at to know `count` pieces of a matrix: all of them, or 256 at random places.
std::vector<std::int64_t> sample(std::int64_t count);

/// The shares of a matrix on the device, with room for a carry each.
template <typename T>
class DeviceShares {
 public:
  DeviceShares(const Csr<T>& a, Index size) : DeviceShares(make_shares(a, size)) {}
  explicit DeviceShares(Shares shares)
      : shares_(std::move(shares)),
        first_row(shares_.first_row),
        cuts(shares_.cuts),
        carry(shares_.first_row.size() - 1) {}

  unsigned count() const { return static_cast<unsigned>(carry.size()); }
  std::int64_t items() const { return shares_.items; }
  Index size() const { return shares_.size; }
  Index rows_cut() const { return static_cast<Index>(cuts.size()); }
  Index many() const {
    return shares_.many;
  }  ///< of the rows that are cut: those of many carries, which come first

  /// A block for each row of many carries, a thread for each other one that is cut.
  unsigned carry_blocks(Index threads) const {
    return static_cast<unsigned>(many() + (rows_cut() - many() + threads - 1) / threads);
  }

  /// "1954 shares of 2048 items; 1750 rows are cut"
  std::string text() const {
    return std::to_string(count()) + (count() == 1 ? " share of " : " shares of ") +
           std::to_string(shares_.size) + " items; " + std::to_string(rows_cut()) +
           (rows_cut() == 1 ? " row is cut" : " rows are cut");
  }

 private:
  Shares shares_;

 public:
  tutorial::DeviceBuffer<Index> first_row;
  tutorial::DeviceBuffer<Cut> cuts;
  tutorial::DeviceBuffer<T> carry;
};

}  // namespace ch06
