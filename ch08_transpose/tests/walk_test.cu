#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "further/walk.hpp"

namespace {

/// The tiles in the order of the blocks, as the kernel computes them.
std::vector<std::pair<unsigned, unsigned>> tiles(const ch08::Walk& walk) {
  std::vector<std::pair<unsigned, unsigned>> places;
  for (unsigned z = 0; z < walk.grid.z; ++z) {
    for (unsigned y = 0; y < walk.grid.y; ++y) {
      for (unsigned x = 0; x < walk.grid.x; ++x)
        places.emplace_back(x + z * walk.z_rows, y + z * walk.z_cols);
    }
  }
  return places;
}

/// Whether each tile has one block.
bool covers(unsigned tile_rows, unsigned tile_cols, unsigned band) {
  std::vector<int> blocks(std::size_t{tile_rows} * tile_cols);
  for (const auto& [row, col] : tiles(ch08::walk_in_bands(tile_rows, tile_cols, band))) {
    // A block outside finds nothing to do.
    if (row < tile_rows && col < tile_cols) ++blocks[std::size_t{row} * tile_cols + col];
  }
  return std::ranges::all_of(blocks, [](int count) { return count == 1; });
}

}  // namespace

TEST_CASE("walk: more columns of tiles than a grid's y can count") {
  CHECK(covers(2, 65'536, 1));
  CHECK(covers(1, 131'071, 16));
}

TEST_CASE("walk: every tile has one block, whatever the height of a band") {
  for (const unsigned tile_rows : {1u, 2u, 7u, 16u}) {
    for (const unsigned tile_cols : {1u, 3u, 8u}) {
      for (const unsigned band : {1u, 2u, 5u, 16u, 1000u}) {
        CHECK(covers(tile_rows, tile_cols, band));
      }
    }
  }
}

TEST_CASE("walk: down a column of tiles within a band, then the next column, then the next band") {
  using Places = std::vector<std::pair<unsigned, unsigned>>;
  CHECK(tiles(ch08::walk_in_bands(3, 2, 2)) ==
        Places{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {3, 0}, {2, 1}, {3, 1}});
}

TEST_CASE("walk: bands grow where there would be more than a grid's z can count") {
  const ch08::Walk walk = ch08::walk_in_bands(1u << 24, 2, 16);
  CHECK(walk.grid.z <= 65'535);
  CHECK(walk.z_rows * walk.grid.z >= 1u << 24);
}
