#include "sim/lens/watch.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

using cudasim::lens::Watch;

namespace {

std::vector<std::uint64_t> taken(const Watch& watch, std::uint64_t blocks) {
  std::vector<std::uint64_t> list;
  for (std::uint64_t i = 0; i < blocks; ++i)
    if (watch.takes(i)) list.push_back(i);
  return list;
}

}  // namespace

TEST_CASE("small grids are watched whole") {
  Watch watch;
  for (const std::uint64_t blocks : {1u, 2u, 3u, 1000u, 1024u}) {
    watch.plan(blocks, 1024, 0);
    CHECK(taken(watch, blocks).size() == blocks);
  }
}

TEST_CASE("large grids: pairs, spread, with the first two blocks and the last two") {
  Watch watch;
  for (const std::uint64_t blocks : {1025u, 1500u, 2047u, 2048u, 2049u, 5000u, 65536u, 99991u}) {
    watch.plan(blocks, 1024, 0);
    const auto list = taken(watch, blocks);
    CHECK(list.size() <= 1024);
    CHECK(list.size() >= 1000);
    CHECK(list[0] == 0);
    CHECK(list[1] == 1);
    CHECK(list[list.size() - 2] == blocks - 2);
    CHECK(list.back() == blocks - 1);
    for (std::size_t i = 0; i < list.size(); ++i) {  // each has a neighbour
      const bool before = i > 0 && list[i - 1] == list[i] - 1;
      const bool behind = i + 1 < list.size() && list[i + 1] == list[i] + 1;
      CHECK((before || behind));
    }
  }
}

TEST_CASE("a sample of the watched blocks is spread over the grid as well, in pairs") {
  Watch watch;
  for (const std::uint64_t blocks : {1u, 2u, 31u, 33u, 1000u, 1025u, 5000u, 65536u, 99991u}) {
    watch.plan(blocks, 1024, 0);
    std::vector<std::uint64_t> list;
    for (std::uint64_t i = 0; i < blocks; ++i)
      if (watch.is_of(32, i)) list.push_back(i);
    CHECK(list.size() <= 34);
    CHECK(list.size() >= std::min<std::uint64_t>(blocks, 16));
    CHECK(list[0] == 0);
    CHECK(list.back() >= blocks - 1 - blocks / 8);
    for (const std::uint64_t block : list) CHECK(watch.takes(block));
    for (std::size_t i = 0; i + 1 < list.size(); i += 2) CHECK(list[i + 1] == list[i] + 1);
  }
}

TEST_CASE("blocks that do much are watched less") {
  Watch watch;
  watch.plan(100, 256, 0);
  watch.ended(1 << 25);
  CHECK(taken(watch, 100) == std::vector<std::uint64_t>{0, 1, 98, 99});
}

TEST_CASE("kernels that are launched often are watched less") {
  Watch watch;
  watch.plan(1024, 1024, 100);
  CHECK(taken(watch, 1024).size() == 16);
}

TEST_CASE("of the fifth launch of a kernel half as many accesses are checked, and of a later one less") {
  Watch watch;
  const auto checked = [&watch](std::uint64_t earlier) {
    watch.plan(2, 32, earlier);
    std::uint64_t count = 0;
    for (; watch.checks_left(); ++count) watch.checked(std::uint64_t{1} << 19);
    return count;
  };
  CHECK(checked(3) == 64);
  CHECK(checked(4) == 32);
  CHECK(checked(100) == 1);
}

TEST_CASE("LENS_WATCH says how many") {
  Watch watch;
  setenv("LENS_WATCH", "all", 1);
  watch.plan(100000, 1024, 0);
  CHECK(taken(watch, 100000).size() == 100000);
  watch.ended(1 << 30);
  CHECK(taken(watch, 100000).size() == 100000);
  setenv("LENS_WATCH", "6", 1);
  watch.plan(1000, 32, 0);
  CHECK(taken(watch, 1000).size() == 6);
  unsetenv("LENS_WATCH");
}

TEST_CASE("hazards are searched in a limited number of accesses per launch, unless LENS_WATCH=all") {
  Watch watch;
  watch.plan(2, 32, 0);
  CHECK(watch.checks_left() == 1 << 25);
  watch.checked(1000);
  CHECK(watch.checks_left() == (1 << 25) - 1000);
  watch.checked(1 << 30);
  CHECK(watch.checks_left() == 0);
  setenv("LENS_WATCH", "all", 1);
  watch.plan(2, 32, 0);
  watch.checked(1 << 30);
  CHECK(watch.checks_left() > std::uint64_t{1} << 60);
  unsetenv("LENS_WATCH");
}
