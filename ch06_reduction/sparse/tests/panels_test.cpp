// Panels, pages and blocks hold what the compressed rows hold, each entry once.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "sparse/further/blocks.hpp"
#include "sparse/further/pages.hpp"
#include "sparse/further/panels.hpp"
#include "sparse/matrices.hpp"

namespace {

using Places = std::map<std::pair<std::int64_t, std::int64_t>, float>;

Places places(const ch06::Csr<float>& csr) {
  Places result;
  for (ch06::Index r = 0; r < csr.rows; ++r) {
    for (ch06::Index e = csr.row_start[r]; e < csr.row_start[r + 1]; ++e)
      result[{r, csr.col[e]}] = csr.value[e];
  }
  return result;
}

// Which row an entry of the compressed rows is in.
std::int64_t row_of(const ch06::Csr<float>& csr, std::int64_t entry) {
  return std::upper_bound(csr.row_start.begin(), csr.row_start.end(), entry) - csr.row_start.begin() - 1;
}

// The entries by the way that the two kernels go: a panel's quads give the column, a share's tiles the entry.
Places places(const ch06::Csr<float>& csr, const ch06::Panels<float>& panels) {
  std::map<int, int> entry_at;  // by the word of shared memory
  for (int i = 0; i < panels.shares.size; ++i) entry_at[ch06::skewed(i)] = i;
  const std::int64_t shares = std::ssize(panels.shares.first_row) - 1;
  Places result;
  for (std::int64_t share = 0; share < shares; ++share) {
    const ch06::Index* tiles = panels.tile_begin.data() + share * panels.count();
    for (ch06::Index panel = 0; panel < panels.count(); ++panel) {
      CHECK(tiles[panel] >= ch06::quad_size * panels.panel_quad[panel]);
      CHECK(tiles[panels.count() + panel] <= ch06::quad_size * panels.panel_quad[panel + 1]);
      for (ch06::Index e = tiles[panel]; e < tiles[panels.count() + panel]; ++e) {
        const std::int64_t entry = ch06::first_entry(panels.shares, share) + entry_at.at(panels.place[e]);
        const std::int64_t col = std::int64_t{panel} * panels.width + panels.col[e];
        const bool first = result.emplace(std::pair{row_of(csr, entry), col}, panels.value[e]).second;
        CHECK(first);
      }
    }
  }
  return result;
}

// The entries by the way that the kernel goes: a share's quads, and its list of pages.
Places places(const ch06::Csr<float>& csr, const ch06::Pages<float>& pages) {
  Places result;
  for (std::int64_t share = 0; share < std::ssize(pages.shares.first_row) - 1; ++share) {
    const ch06::Index* first_col = pages.first_col.data() + pages.share_page[share];
    const std::int64_t first = ch06::first_entry(pages.shares, share);
    for (std::int64_t e = first; e < ch06::first_entry(pages.shares, share + 1); ++e) {
      const std::int64_t i = std::int64_t{ch06::quad_size} * pages.share_quad[share] + e - first;
      CHECK(i < ch06::quad_size * pages.share_quad[share + 1]);
      const int page = pages.col[i] / ch06::page_width;
      CHECK(page < pages.share_page[share + 1] - pages.share_page[share]);
      const bool is_new =
          result
              .emplace(std::pair{row_of(csr, e), first_col[page] + pages.col[i] % ch06::page_width},
                       pages.value[i])
              .second;
      CHECK(is_new);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("panels hold each entry once, with its product where its row looks for it") {
  for (const auto& csr : {ch06::uneven<float>(300, 3), ch06::band_with_hubs<float>(200, 3),
                          ch06::poisson<float>(0, 0), ch06::scattered_with_long<float>(97, 3)}) {
    for (const int width : {4, 64, 300}) {
      for (const int share : {7, 100, 5000}) {
        CAPTURE(csr.rows);
        CAPTURE(width);
        CAPTURE(share);
        CHECK(places(csr, ch06::make_panels(csr, width, share)) == places(csr));
      }
    }
  }
}

TEST_CASE("pages hold each entry once, even where each entry needs one") {
  for (const auto& csr :
       {ch06::uneven<float>(300, 3), ch06::band_with_hubs<float>(500, 3), ch06::poisson<float>(0, 0),
        ch06::scattered_with_long<float>(8'000, 3), ch06::few_long<float>(70'000, 3)}) {
    CAPTURE(csr.rows);
    CHECK(places(csr, ch06::make_pages(csr)) == places(csr));
  }
}

TEST_CASE("a sample says how many pages an entry needs, and how full blocks are") {
  const auto a = ch06::band<float>(100'000, 16, 3);
  const ch06::Pages<float> pages = ch06::make_pages(a);
  const double exact = static_cast<double>(pages.first_col.size()) / static_cast<double>(a.count());
  CHECK(ch06::pages_an_entry(a, pages.shares) == doctest::Approx(exact).epsilon(0.1));
  const auto small = ch06::band_with_hubs<float>(5000, 3);
  const ch06::Pages<float> all = ch06::make_pages(small);
  CHECK(ch06::pages_an_entry(small, all.shares) ==
        static_cast<double>(all.first_col.size()) / static_cast<double>(small.count()));
  const auto none = ch06::poisson<float>(0, 0);
  CHECK(ch06::pages_an_entry(none, ch06::make_shares(none, 7)) == 0);
  CHECK(ch06::places_an_entry(ch06::blocks<float>(1000, 3)) == 1);
  CHECK(ch06::places_an_entry(none) == ch06::block_places);
}

TEST_CASE("a product's place fits in 16 bits, and rows of 32 begin in other banks") {
  CHECK(ch06::skewed(ch06::largest_share - 1) < 65'536);
  CHECK(ch06::skewed(32) == 33);
}

TEST_CASE("blocks hold each entry in its place, and zeros elsewhere") {
  for (const auto& csr : {ch06::blocks<float>(61, 3), ch06::uneven<float>(100, 3), ch06::poisson<float>(5, 7),
                          ch06::poisson<float>(0, 0)}) {
    CAPTURE(csr.rows);
    const ch06::Blocks<float> blocks = ch06::to_blocks(csr);
    Places found;
    for (ch06::Index b = 0; b < blocks.rows(); ++b) {
      for (ch06::Index k = blocks.row_start[b]; k < blocks.row_start[b + 1]; ++k) {
        for (int place = 0; place < ch06::block_places; ++place) {
          const float value = blocks.value[k * ch06::block_places + place];
          if (value != 0) found[{b * 8 + place / 8, blocks.col[k] * 8 + place % 8}] = value;
        }
      }
    }
    CHECK(found == places(csr));
  }
}
