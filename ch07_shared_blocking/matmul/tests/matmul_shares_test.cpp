// The shares of a matrix product's last tiles: every step belongs to one block, and the block that adds up a
// tile finds the others.

#include <doctest/doctest.h>

#include <cstdint>

#include "matmul/further/shares.hpp"

using matmul::make_shares;
using matmul::Shares;

TEST_CASE("matmul shares: each step of the tiles that are left belongs to one block, which block_of names") {
  for (const std::uint32_t resident : {1u, 2u, 7u, 264u}) {
    for (const std::uint32_t tiles : {0u, 1u, 2u, 7u, 63u, 264u, 265u, 300u}) {
      for (const std::uint32_t tile_steps : {1u, 2u, 9u, 64u, 257u}) {
        CAPTURE(resident);
        CAPTURE(tiles);
        CAPTURE(tile_steps);
        const Shares shares = make_shares(tiles, tile_steps, resident);
        REQUIRE(shares.blocks >= 1);
        REQUIRE(shares.blocks <= resident);
        REQUIRE(shares.sharers <= shares.blocks);
        REQUIRE(shares.whole % shares.blocks == 0);
        REQUIRE(shares.whole + shares.left == tiles);

        std::uint64_t step = 0;
        for (std::uint32_t block = 0; block < shares.blocks; ++block) {
          REQUIRE(shares.begin(block) == step);
          const std::uint64_t end = shares.begin(block + 1);
          REQUIRE(end - step <= tile_steps);  // so a share touches two tiles at most
          for (; step < end; ++step) REQUIRE(shares.block_of(step) == block);
        }
        REQUIRE(step == std::uint64_t{shares.left} * tile_steps);
      }
    }
  }
}

TEST_CASE("matmul shares: full rounds stay whole, the rest is spread, a short tile is not cut to pieces") {
  const Shares exact = make_shares(528, 64, 264);
  CHECK(exact.blocks == 264);
  CHECK(exact.whole == 528);
  CHECK(exact.left == 0);

  const Shares rest = make_shares(1024, 256, 264);
  CHECK(rest.whole == 792);
  CHECK(rest.left == 232);
  CHECK(rest.sharers == 264);

  // 16 shares of 16 steps for the one tile that is left, not 264 of one.
  const Shares one = make_shares(265, 256, 264);
  CHECK(one.blocks == 264);
  CHECK(one.left == 1);
  CHECK(one.sharers == 16);
  CHECK(one.begin(1) == 16);

  CHECK(make_shares(1, 256, 264).blocks == 16);
  CHECK(make_shares(64, 64, 264).blocks == 264);
}
