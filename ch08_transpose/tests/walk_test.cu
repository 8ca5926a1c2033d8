#include <doctest/doctest.h>

#include <set>
#include <utility>
#include <vector>

#include "windows.cuh"

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

}  // namespace

TEST_CASE("walk: every tile has one block, whatever the height of a band") {
  for (const unsigned tile_rows : {1u, 2u, 7u, 16u}) {
    for (const unsigned tile_cols : {1u, 3u, 8u, 65'536u}) {
      for (const unsigned band : {1u, 2u, 5u, 16u, 1000u}) {
        std::set<std::pair<unsigned, unsigned>> inside;
        std::size_t count = 0;
        for (const auto& [row, col] : tiles(ch08::walk_in_bands(tile_rows, tile_cols, band))) {
          if (row >= tile_rows || col >= tile_cols) continue;  // such a block finds nothing to do
          inside.insert({row, col});
          ++count;
        }
        CHECK(count == std::size_t{tile_rows} * tile_cols);
        CHECK(inside.size() == count);
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
