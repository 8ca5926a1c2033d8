#include "sparse/coordinates.hpp"

#include <cmath>
#include <numeric>
#include <string>

namespace ch06 {
namespace {

/// The positions in `order`, sorted by their key from 0 to keys - 1; equal keys stay in the order they had. A
/// counting sort: one pass to count, one to place.
std::vector<Index> sorted_by(const std::vector<Index>& key, Index keys, const std::vector<Index>& order) {
  std::vector<Index> next(static_cast<std::size_t>(keys) + 1);
  for (const Index k : key) ++next[static_cast<std::size_t>(k) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Index> sorted(order.size());
  for (const Index i : order) {
    sorted[static_cast<std::size_t>(next[static_cast<std::size_t>(key[static_cast<std::size_t>(i)])]++)] = i;
  }
  return sorted;
}

}  // namespace

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

template Csr<float> to_csr(const Coo<float>&);
template Csr<double> to_csr(const Coo<double>&);

}  // namespace ch06
