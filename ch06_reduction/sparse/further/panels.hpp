#pragma once

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "sparse/further/shares.hpp"
#include "tutorial/device_attribute.hpp"
#include "tutorial/parallel.hpp"

namespace ch06 {

/// Entries that a thread loads at once: a quad. The quads of a tile are full but for its last one.
constexpr Index quad_size = 4;

/// The word of shared memory that holds the product of a share's entry `i`. Behind each 32 one stays free, so that rows of
/// 8, 16 or 32 entries do not all begin in the same banks.
__host__ __device__ constexpr int skewed(int i) { return i + i / 32; }

/// The entries of a matrix in tiles: those of one panel of columns and one share. They are stored panel by panel; the
/// products of the same tiles share by share.
///
///               share 0   share 1      stored   panel 0: A B | panel 1: C D
///     panel 0      A         B         products share 0: A C | share 1: B D
///     panel 1      C         D
///
/// A panel has at most 65536 columns, so that 16 bits say which; a share has so few entries that 16 bits say which.
template <typename T>
struct Panels {
  Index width = 0;  ///< columns a panel; a multiple of 4
  Shares shares = {};
  std::vector<Index> panel_quad = {};     ///< the first quad of each panel; behind the last: all of them
  std::vector<Index> share_quad = {};     ///< the same of shares, among the products
  std::vector<std::uint16_t> col = {};    ///< of each entry, in its panel
  std::vector<T> value = {};              ///< of each entry; 0 where a quad is not full
  std::vector<Index> product_quad = {};   ///< of each quad: the quad of its products
  std::vector<std::uint16_t> place = {};  ///< of each product, in shared memory; share_words() for no entry's

  Index count() const { return static_cast<Index>(panel_quad.size()) - 1; }
};

/// Words of shared memory for the products of a share of `size` items; as a place: of no entry's product.
__host__ __device__ constexpr int share_words(Index size) { return skewed(size); }

/// The first entry of share `share`; one past the last of all for the share behind the last.
inline std::int64_t first_entry(const Shares& shares, std::int64_t share) {
  return std::min(share * shares.size, shares.items) - shares.first_row[static_cast<std::size_t>(share)];
}

/// The quads of each tile, share after share.
template <typename T>
std::vector<Index> count_quads(const Csr<T>& a, const Shares& shares, Index width, std::int64_t panels) {
  const std::int64_t count = std::ssize(shares.first_row) - 1;
  std::vector<Index> quads(static_cast<std::size_t>(count * panels));
  tutorial::in_parts(count, shares.size, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t share = begin; share < end; ++share) {
      Index* tile = quads.data() + share * panels;
      for (std::int64_t e = first_entry(shares, share); e < first_entry(shares, share + 1); ++e)
        ++tile[a.col[static_cast<std::size_t>(e)] / width];
      for (std::int64_t panel = 0; panel < panels; ++panel)
        tile[panel] = (tile[panel] + quad_size - 1) / quad_size;
    }
  });
  return quads;
}

/// Puts the entries of share `share` where they belong. `quads` and `first_quad` are those of each tile, share after share.
template <typename T>
void fill_share(const Csr<T>& a, std::int64_t share, const std::vector<Index>& quads,
                const std::vector<Index>& first_quad, Panels<T>& made) {
  const auto panels = static_cast<std::size_t>(made.count());
  std::vector<Index> next(panels);               // entry of each tile
  std::vector<std::int64_t> to_product(panels);  // from an entry to its product
  Index product = made.share_quad[static_cast<std::size_t>(share)];
  for (std::size_t panel = 0; panel < panels; ++panel) {
    const std::size_t tile = static_cast<std::size_t>(share) * panels + panel;
    next[panel] = quad_size * first_quad[tile];
    to_product[panel] = std::int64_t{quad_size} * (product - first_quad[tile]);
    for (Index quad = first_quad[tile]; quad < first_quad[tile] + quads[tile]; ++quad)
      made.product_quad[static_cast<std::size_t>(quad)] = product++;
  }
  const std::int64_t first = first_entry(made.shares, share);
  for (std::int64_t e = first; e < first_entry(made.shares, share + 1); ++e) {
    const Index col = a.col[static_cast<std::size_t>(e)];
    const auto panel = static_cast<std::size_t>(col / made.width);
    const std::int64_t i = next[panel]++;
    made.col[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(col % made.width);
    made.value[static_cast<std::size_t>(i)] = a.value[static_cast<std::size_t>(e)];
    made.place[static_cast<std::size_t>(i + to_product[panel])] =
        static_cast<std::uint16_t>(skewed(static_cast<int>(e - first)));
  }
}

/// A matrix in panels of `width` columns and shares of `share_size` items.
/// @throws tutorial::UsageError for more quads than Index can count
template <typename T>
Panels<T> make_panels(const Csr<T>& a, Index width, Index share_size) {
  Panels<T> made{.width = width, .shares = make_shares(a, share_size)};
  const std::int64_t panels = (std::int64_t{a.cols} + width - 1) / width;
  const std::int64_t shares = std::ssize(made.shares.first_row) - 1;
  const std::vector<Index> quads = count_quads(a, made.shares, width, panels);

  std::int64_t all = 0;
  std::vector<Index> first_quad(quads.size());
  for (std::int64_t panel = 0; panel < panels; ++panel) {
    made.panel_quad.push_back(static_cast<Index>(all));
    for (auto tile = static_cast<std::size_t>(panel); tile < quads.size();
         tile += static_cast<std::size_t>(panels)) {
      first_quad[tile] = static_cast<Index>(all);
      all += quads[tile];
      refuse_more_entries(quad_size * all);
    }
  }
  made.panel_quad.push_back(static_cast<Index>(all));
  made.share_quad.push_back(0);
  for (std::int64_t share = 0; share < shares; ++share) {
    const auto tile = quads.begin() + share * panels;
    made.share_quad.push_back(std::accumulate(tile, tile + panels, made.share_quad.back()));
  }

  const auto entries = static_cast<std::size_t>(quad_size * all);
  made.col.resize(entries);
  made.value.resize(entries);
  made.product_quad.resize(static_cast<std::size_t>(all));
  made.place.resize(entries, static_cast<std::uint16_t>(share_words(share_size)));
  tutorial::in_parts(shares, share_size, [&](int, std::int64_t begin, std::int64_t end) {
    for (std::int64_t share = begin; share < end; ++share) fill_share(a, share, quads, first_quad, made);
  });
  return made;
}

/// Items of a share are so many at most, whatever fits in shared memory.
constexpr Index largest_share = 16384;

/// Bytes of shared memory that a block may have, if it asks.
inline std::int64_t shared_bytes() {
  return tutorial::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
}

/// Items of a share: at most `most` if that is not 0, and so many that their products take 0.3 of a multiprocessor's shared
/// memory, so that it holds three blocks.
template <typename T>
Index items_per_share(std::int64_t most) {
  const std::int64_t words = 3 * shared_bytes() / 10 / static_cast<std::int64_t>(sizeof(T));
  const std::int64_t fitting = std::min<std::int64_t>(largest_share, words * 32 / 33 / 32 * 32);
  return static_cast<Index>(most > 0 ? std::min(most, fitting) : fitting);
}

/// Columns a panel: at most `most` if that is not 0, as many as a block's shared memory holds, a multiple of 4.
template <typename T>
Index panel_width(Index cols, std::int64_t most) {
  constexpr std::int64_t aligned = 4;
  constexpr std::int64_t most_for_16_bits = 65536;
  std::int64_t width =
      std::min(most_for_16_bits, (shared_bytes() - 1024) / static_cast<std::int64_t>(sizeof(T)));
  if (most > 0) width = std::min(width, most);
  width = std::min<std::int64_t>(width, cols);
  return static_cast<Index>(std::max(aligned, (width + aligned - 1) / aligned * aligned));
}

/// Lets `kernel` have so many bytes of dynamic shared memory. @throws CudaError
template <typename Kernel>
void allow_shared(Kernel* kernel, std::size_t bytes) {
  CUDA_CHECK(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

/// The same on the device, with room for the products and for a carry of each share.
template <typename T>
class DevicePanels {
 public:
  DevicePanels(const Csr<T>& a, Index width, Index share_size)
      : DevicePanels(make_panels(a, width, share_size), a.count()) {}

  Index count() const { return count_; }
  Index width() const { return width_; }
  std::size_t x_bytes() const { return static_cast<std::size_t>(width_) * sizeof(T); }  ///< of a panel

  /// Into how many parts a panel is cut, for a device that holds `resident` blocks. The more, the better they fill its last
  /// wave, and the more often a panel's part of x is loaded.
  int parts(unsigned resident) const {
    constexpr double quad_bytes = quad_size * (sizeof(std::uint16_t) + 2 * sizeof(T)) + sizeof(Index);
    constexpr int most = 32;
    const auto cost = [&](int parts) {
      const std::int64_t waves = (std::int64_t{parts} * count_ + resident - 1) / resident;
      const double quads = static_cast<double>(product_quad.size()) / (parts * std::max(count_, Index{1}));
      return static_cast<double>(waves) * (quads * quad_bytes + static_cast<double>(x_bytes()));
    };
    int best = 1;
    for (int parts = 2; parts <= most; ++parts) {
      if (cost(parts) < cost(best)) best = parts;
    }
    return best;
  }

  /// "3 panels, 12 shares; 97 % of the quads' places have an entry"
  std::string text() const {
    const auto percent = value.size() == 0 ? 100 : 100 * entries_ / static_cast<std::int64_t>(value.size());
    return std::to_string(count_) + (count_ == 1 ? " panel, " : " panels, ") + shares.text() + "; " +
           std::to_string(percent) + " % of the quads' places have an entry";
  }

 private:
  DevicePanels(const Panels<T>& made, std::int64_t entries)
      : entries_(entries),
        count_(made.count()),
        width_(made.width),
        shares(made.shares),
        panel_quad(made.panel_quad),
        share_quad(made.share_quad),
        col(made.col),
        value(made.value),
        product_quad(made.product_quad),
        place(made.place),
        product(made.place.size()) {}

  std::int64_t entries_;
  Index count_;
  Index width_;

 public:
  DeviceShares<T> shares;
  tutorial::DeviceBuffer<Index> panel_quad;
  tutorial::DeviceBuffer<Index> share_quad;
  tutorial::DeviceBuffer<std::uint16_t> col;
  tutorial::DeviceBuffer<T> value;
  tutorial::DeviceBuffer<Index> product_quad;
  tutorial::DeviceBuffer<std::uint16_t> place;
  tutorial::DeviceBuffer<T> product;
};

}  // namespace ch06
