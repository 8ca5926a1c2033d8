#pragma once

#include <algorithm>
#include <vector>

#include "sparse/sparse.hpp"

namespace ch06 {

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

/// The first `width` entries of each row, or all of a shorter one.
/// @throws std::bad_alloc where the padding does not fit the host's memory
template <typename T>
Ell<T> to_ell(const Csr<T>& csr, Index width) {
  Ell<T> ell{.rows = csr.rows, .cols = csr.cols, .width = width};
  const std::size_t slots = static_cast<std::size_t>(ell.rows) * static_cast<std::size_t>(ell.width);
  ell.col.assign(slots, -1);
  ell.value.assign(slots, T{0});
  for (Index r = 0; r < csr.rows; ++r) {
    std::size_t slot = static_cast<std::size_t>(r);
    for (auto e = static_cast<std::size_t>(csr.row_start[slot]), k = std::size_t{0};
         k < static_cast<std::size_t>(std::min(csr.length(r), width)); ++e, ++k) {
      ell.col[slot] = csr.col[e];
      ell.value[slot] = csr.value[e];
      slot += static_cast<std::size_t>(ell.rows);
    }
  }
  return ell;
}

}  // namespace ch06
