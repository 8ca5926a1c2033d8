#include "sparse/further/shares.hpp"

namespace ch06 {

template <typename T>
Shares make_shares(const Csr<T>& a, Index size) {
  Shares shares{.items = a.count() + a.rows, .size = size};
  if (shares.items == 0) shares.first_row = {0};
  const auto first_item = [&](std::int64_t row) { return a.row_start[static_cast<std::size_t>(row)] + row; };
  for (std::int64_t item = 0;; item = std::min(item + size, shares.items)) {
    // The last row that begins at `item` or before.
    std::int64_t row = item == 0 ? 0 : shares.first_row.back();
    std::int64_t beyond = std::min<std::int64_t>(std::int64_t{row} + size, a.rows) + 1;
    while (beyond - row > 1) {
      const std::int64_t middle = row + (beyond - row) / 2;
      (first_item(middle) <= item ? row : beyond) = middle;
    }
    const Index share = static_cast<Index>(shares.first_row.size());
    shares.first_row.push_back(static_cast<Index>(row));
    if (first_item(row) < item) {
      if (shares.cuts.empty() || shares.cuts.back().row != row) {
        shares.cuts.push_back({.row = static_cast<Index>(row), .begin = share - 1, .end = share - 1});
      }
      ++shares.cuts.back().end;
    }
    if (item == shares.items) break;
  }
  constexpr Index most_for_a_thread = 16;
  const auto few = std::stable_partition(shares.cuts.begin(), shares.cuts.end(), [](const Cut& cut) {
    return cut.end - cut.begin > most_for_a_thread;
  });
  shares.many = static_cast<Index>(few - shares.cuts.begin());
  return shares;
}

std::vector<std::int64_t> sample(std::int64_t count) {
  constexpr std::int64_t most = 256;
  const tutorial::Random places(1);  // not evenly spaced: a matrix has periods of its own
  std::vector<std::int64_t> pieces(static_cast<std::size_t>(std::min(count, most)));
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    pieces[i] = count <= most ? static_cast<std::int64_t>(i)
                              : std::int64_t{places.below(static_cast<std::uint32_t>(count), i)};
  }
  return pieces;
}

template Shares make_shares(const Csr<float>&, Index);
template Shares make_shares(const Csr<double>&, Index);

}  // namespace ch06
