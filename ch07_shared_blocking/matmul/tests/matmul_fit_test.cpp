// Which tile a product gets, and how many blocks share it: on devices of any size, and at the sizes that the rung is about.

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "matmul/further/fit.hpp"

using matmul::best_fit;
using matmul::Fit;
using matmul::has_parts;
using matmul::TileShape;

namespace {

const std::vector<TileShape> shapes = {{128, 256, 256, 8, 1}, {128, 128, 128, 8, 2}, {64, 256, 128, 8, 2},
                                       {256, 64, 128, 8, 2},  {64, 64, 64, 8, 6},    {32, 32, 32, 8, 16}};
constexpr int multiprocessors = 132;

// Rows and columns of the tile that a product gets.
std::vector<int> tile_of(std::int64_t m, std::int64_t n, std::int64_t k) {
  const TileShape& shape = shapes[best_fit(shapes, m, n, k, multiprocessors).shape];
  return {shape.height, shape.width};
}

}  // namespace

TEST_CASE("matmul fit: the shares cover all tiles, fit on the device, and none is longer than a tile") {
  for (const int device : {1, 2, 7, 132}) {
    for (const std::int64_t m : {0, 1, 64, 129, 1000, 4096}) {
      for (const std::int64_t n : {0, 1, 65, 257, 2048}) {
        for (const std::int64_t k : {0, 1, 9, 100, 65'536}) {
          CAPTURE(device);
          CAPTURE(m);
          CAPTURE(n);
          CAPTURE(k);
          const Fit fit = best_fit(shapes, m, n, k, device);
          const TileShape& shape = shapes[fit.shape];
          const auto& shares = fit.shares;
          const std::int64_t tiles =
              (m + shape.height - 1) / shape.height * ((n + shape.width - 1) / shape.width);
          REQUIRE(shares.whole + shares.left == tiles);
          REQUIRE(shares.blocks >= 1);
          REQUIRE(static_cast<int>(shares.blocks) <= shape.resident * device);
          REQUIRE(shares.whole % shares.blocks == 0);
          REQUIRE(shares.sharers <= shares.blocks);
          REQUIRE(shares.sharers >= shares.left);
          REQUIRE(shares.begin(shares.blocks) == std::uint64_t{shares.left} * shares.tile_steps);
          for (std::uint32_t block = 0; block < shares.blocks; ++block) {
            REQUIRE(shares.begin(block + 1) - shares.begin(block) <= shares.tile_steps);
          }
        }
      }
    }
  }
}

TEST_CASE("matmul fit: large products get large tiles, small ones small tiles, long ones long tiles") {
  CHECK(tile_of(8192, 8192, 8192) == std::vector{128, 256});
  CHECK(tile_of(4096, 4096, 4096) == std::vector{128, 256});
  CHECK(tile_of(256, 256, 256) == std::vector{32, 32});
  CHECK(tile_of(64, 64, 65'536) == std::vector{64, 64});
  CHECK(tile_of(64, 8192, 8192) == std::vector{64, 256});
  CHECK(tile_of(8192, 64, 8192) == std::vector{256, 64});
}

TEST_CASE("matmul fit: a long k of a small product is cut, so that every multiprocessor has some of it") {
  for (const std::int64_t side : {64, 256, 512, 1024}) {
    const Fit fit = best_fit(shapes, side, side, 65'536, multiprocessors);
    CHECK(has_parts(fit.shares));
    CHECK(fit.shares.blocks >= 120);
  }
}

TEST_CASE("matmul fit: a cut that leaves each share a step or two is not worth the parts") {
  CHECK_FALSE(has_parts(best_fit(shapes, 32, 32, 16, multiprocessors).shares));
  CHECK_FALSE(has_parts(best_fit(shapes, 1024, 1024, 16, multiprocessors).shares));
}
