#pragma once

#include <algorithm>

#include "sparse/sparse.hpp"

namespace ch06 {

/// Bytes of the compressed rows per row: column numbers, values and offsets.
template <typename T>
double csr_bytes_per_row(const Csr<T>& a) {
  const double bytes = static_cast<double>(a.count()) * (sizeof(Index) + sizeof(T)) +
                       static_cast<double>(a.row_start.size()) * sizeof(Index);
  return bytes / std::max(1.0, static_cast<double>(a.rows));
}

}  // namespace ch06
