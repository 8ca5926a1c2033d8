#include "sparse/further/blocks.hpp"

#include "sparse/further/shares.hpp"

namespace ch06 {

namespace {

/// The columns of the blocks that have an entry in the row of blocks that begins with row `first`, in order.
template <typename T>
std::vector<Index> block_cols(const Csr<T>& a, std::int64_t first) {
  const std::int64_t end = std::min<std::int64_t>(first + block_side, a.rows);
  std::vector<Index> cols;
  for (Index e = a.row_start[static_cast<std::size_t>(first)]; e < a.row_start[static_cast<std::size_t>(end)];
       ++e) {
    const Index col = a.col[static_cast<std::size_t>(e)] / block_side;
    if (cols.empty() || cols.back() != col) cols.push_back(col);
  }
  std::sort(cols.begin(), cols.end());
  cols.erase(std::unique(cols.begin(), cols.end()), cols.end());
  return cols;
}

}  // namespace

template <typename T>
Blocks<T> find_blocks(const Csr<T>& a) {
  Blocks<T> found;
  for (std::int64_t first = 0; first < a.rows; first += block_side) {
    const std::vector<Index> cols = block_cols(a, first);
    found.col.insert(found.col.end(), cols.begin(), cols.end());
    found.row_start.push_back(static_cast<Index>(found.col.size()));
  }
  return found;
}

template <typename T>
double places_an_entry(const Csr<T>& a) {
  double places = 0;
  double entries = 0;
  for (const std::int64_t row : sample((std::int64_t{a.rows} + block_side - 1) / block_side)) {
    const std::int64_t first = row * block_side;
    const std::int64_t end = std::min<std::int64_t>(first + block_side, a.rows);
    places += block_places * static_cast<double>(block_cols(a, first).size());
    entries += a.row_start[static_cast<std::size_t>(end)] - a.row_start[static_cast<std::size_t>(first)];
  }
  return entries == 0 ? block_places : places / entries;
}

// Refused are matrices of which most places of the blocks would be zeros.
constexpr std::int64_t most_places_an_entry = 8;  // those of a Poisson matrix

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

template Blocks<float> find_blocks(const Csr<float>&);
template Blocks<double> find_blocks(const Csr<double>&);
template double places_an_entry(const Csr<float>&);
template double places_an_entry(const Csr<double>&);
template Blocks<float> to_blocks(const Csr<float>&);
template Blocks<double> to_blocks(const Csr<double>&);

}  // namespace ch06
