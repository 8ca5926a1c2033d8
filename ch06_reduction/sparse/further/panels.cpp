#include "sparse/further/panels.hpp"

#include <algorithm>

#include "tutorial/device_attribute.hpp"
#include "tutorial/parallel.hpp"

namespace ch06 {
namespace {

/// Bytes of shared memory that a block may have, if it asks.
std::int64_t shared_bytes() { return tutorial::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin); }

/// The entries of each tile, share after share.
template <typename T>
std::vector<Index> tile_sizes(const Csr<T>& a, const Shares& shares, Index width, std::int64_t panels) {
  const std::int64_t count = std::ssize(shares.first_row) - 1;
  std::vector<Index> sizes(static_cast<std::size_t>(count * panels));
  tutorial::in_parts(count, shares.size, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t share = begin; share < end; ++share) {
      Index* tile = sizes.data() + share * panels;
      for (std::int64_t e = first_entry(shares, share); e < first_entry(shares, share + 1); ++e)
        ++tile[a.col[static_cast<std::size_t>(e)] / width];
    }
  });
  return sizes;
}

/// Puts the entries of share `share` into its tiles.
template <typename T>
void fill_share(const Csr<T>& a, std::int64_t share, Panels<T>& made) {
  const auto tiles = made.tile_begin.begin() + share * made.count();
  std::vector<Index> next(tiles, tiles + made.count());
  const std::int64_t first = first_entry(made.shares, share);
  for (std::int64_t e = first; e < first_entry(made.shares, share + 1); ++e) {
    const Index col = a.col[static_cast<std::size_t>(e)];
    const auto i = static_cast<std::size_t>(next[static_cast<std::size_t>(col / made.width)]++);
    made.col[i] = static_cast<std::uint16_t>(col % made.width);
    made.value[i] = a.value[static_cast<std::size_t>(e)];
    made.place[i] = static_cast<std::uint16_t>(skewed(static_cast<int>(e - first)));
  }
}

}  // namespace

template <typename T>
Panels<T> make_panels(const Csr<T>& a, Index width, Index share_size) {
  Panels<T> made{.width = width, .shares = make_shares(a, share_size)};
  const std::int64_t panels = (std::int64_t{a.cols} + width - 1) / width;
  const std::int64_t shares = std::ssize(made.shares.first_row) - 1;
  const std::vector<Index> sizes = tile_sizes(a, made.shares, width, panels);

  made.tile_begin.resize(static_cast<std::size_t>((shares + 1) * panels));
  for (std::int64_t panel = 0; panel < panels; ++panel) {
    std::int64_t next = std::int64_t{quad_size} * made.panel_quad.back();
    for (auto tile = static_cast<std::size_t>(panel); tile < made.tile_begin.size();
         tile += static_cast<std::size_t>(panels)) {
      made.tile_begin[tile] = static_cast<Index>(next);
      if (tile < sizes.size()) next += sizes[tile];
      refuse_more_entries(next + quad_size);
    }
    made.panel_quad.push_back(static_cast<Index>((next + quad_size - 1) / quad_size));
  }

  const auto entries = static_cast<std::size_t>(quad_size) * static_cast<std::size_t>(made.panel_quad.back());
  made.col.resize(entries);
  made.value.resize(entries);
  made.place.resize(entries);
  tutorial::in_parts(shares, share_size, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t share = begin; share < end; ++share) fill_share(a, share, made);
  });
  return made;
}

template <typename T>
Index items_per_share(std::int64_t most) {
  const std::int64_t words = 9 * shared_bytes() / 20 / static_cast<std::int64_t>(sizeof(T));
  const std::int64_t fitting = std::min<std::int64_t>(largest_share, words * 32 / 33 / 32 * 32);
  return static_cast<Index>(most > 0 ? std::min(most, fitting) : fitting);
}

template <typename T>
Index panel_width(Index cols, std::int64_t most) {
  constexpr std::int64_t aligned = 4;
  constexpr std::int64_t most_for_16_bits = 65536;
  std::int64_t width = std::min(most_for_16_bits, shared_bytes() / 2 / static_cast<std::int64_t>(sizeof(T)));
  if (most > 0) width = std::min(width, most);
  width = std::min<std::int64_t>(width, cols);
  return static_cast<Index>(std::max(aligned, (width + aligned - 1) / aligned * aligned));
}

template Index items_per_share<float>(std::int64_t);
template Index items_per_share<double>(std::int64_t);
template Index panel_width<float>(Index, std::int64_t);
template Index panel_width<double>(Index, std::int64_t);
template Panels<float> make_panels(const Csr<float>&, Index, Index);
template Panels<double> make_panels(const Csr<double>&, Index, Index);

}  // namespace ch06
