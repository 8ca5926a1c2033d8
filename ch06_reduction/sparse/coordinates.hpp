#pragma once

#include <cstdint>
#include <vector>

#include "sparse/sparse.hpp"

namespace ch06 {

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

/// Sorts the entries by row and column. Entries at the same position are added, as assembling codes expect.
/// @throws tutorial::UsageError if such a sum is too large for T
template <typename T>
Csr<T> to_csr(const Coo<T>& coo);

}  // namespace ch06
