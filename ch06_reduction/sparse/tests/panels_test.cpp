// Panels and blocks hold what the compressed rows hold, each entry once.

#include <doctest/doctest.h>

#include <map>
#include <utility>
#include <vector>

#include "sparse/further/blocks.hpp"
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
  std::int64_t row = 0;
  while (csr.row_start[row + 1] <= entry) ++row;
  return row;
}

// The entries by the way that the two kernels go: a quad, its panel's column, its product's share and place there.
Places places(const ch06::Csr<float>& csr, const ch06::Panels<float>& panels) {
  std::map<int, int> entry_at;  // by the word of shared memory
  for (int i = 0; i < panels.shares.size; ++i) entry_at[ch06::skewed(i)] = i;
  Places result;
  for (ch06::Index panel = 0; panel < panels.count(); ++panel) {
    for (ch06::Index quad = panels.panel_quad[panel]; quad < panels.panel_quad[panel + 1]; ++quad) {
      std::int64_t share = 0;
      while (panels.share_quad[share + 1] <= panels.product_quad[quad]) ++share;
      for (int k = 0; k < ch06::quad_size; ++k) {
        const int word = panels.place[ch06::quad_size * panels.product_quad[quad] + k];
        if (word == ch06::share_words(panels.shares.size)) continue;
        const std::int64_t entry = ch06::first_entry(panels.shares, share) + entry_at.at(word);
        const std::int64_t col = std::int64_t{panel} * panels.width + panels.col[ch06::quad_size * quad + k];
        const bool first =
            result.emplace(std::pair{row_of(csr, entry), col}, panels.value[ch06::quad_size * quad + k])
                .second;
        CHECK(first);
      }
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

TEST_CASE("the place of no entry is none of an entry's, and none of 32 neighbours' words lie in one bank") {
  for (const int size : {1, 31, 32, 33, 16'384}) CHECK(ch06::skewed(size - 1) < ch06::share_words(size));
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
