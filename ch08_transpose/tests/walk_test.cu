#include <doctest/doctest.h>

#include <set>
#include <utility>

#include "windows.cuh"

TEST_CASE("walk: every tile has one block, whatever the height of a band") {
  for (const unsigned tile_rows : {1u, 2u, 7u, 16u}) {
    for (const unsigned tile_cols : {1u, 3u, 8u}) {
      for (const unsigned band : {1u, 2u, 5u, 16u, 1000u}) {
        const ch08::Walk walk{.tile_rows = tile_rows, .tile_cols = tile_cols, .band = band};
        std::set<std::pair<unsigned, unsigned>> places;
        for (unsigned block = 0; block < walk.blocks(); ++block) {
          const ch08::TilePlace at = ch08::place(walk, block);
          CHECK(at.row < tile_rows);
          CHECK(at.col < tile_cols);
          places.insert({at.row, at.col});
        }
        CHECK(places.size() == walk.blocks());
      }
    }
  }
}

TEST_CASE("walk: down a column of tiles within a band, then the next column, then the next band") {
  const ch08::Walk walk{.tile_rows = 3, .tile_cols = 2, .band = 2};
  const std::pair<unsigned, unsigned> expected[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 1}};
  for (unsigned block = 0; block < walk.blocks(); ++block) {
    const ch08::TilePlace at = ch08::place(walk, block);
    CHECK(std::pair{at.row, at.col} == expected[block]);
  }
}
