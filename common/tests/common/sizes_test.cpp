#include <doctest/doctest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "tutorial/program.hpp"

using tutorial::blocks_for;
using tutorial::count_text;

TEST_CASE("counts are shortened only if that is exact") {
  CHECK(count_text(0) == "0");
  CHECK(count_text(999) == "999");
  CHECK(count_text(1000) == "1 K");
  CHECK(count_text(1024) == "1024");
  CHECK(count_text(1100) == "1100");
  CHECK(count_text(33 * 1024) == "33792");
  CHECK(count_text(999'000) == "999 K");
  CHECK(count_text(1'000'000) == "1 M");
  CHECK(count_text(1'500'000) == "1500 K");
  CHECK(count_text(100'000'000) == "100 M");
  CHECK(count_text(100'000'001) == "100000001");
}

TEST_CASE("blocks cover all elements, and a grid is never empty") {
  CHECK(blocks_for(0, 128) == 1);
  CHECK(blocks_for(1, 128) == 1);
  CHECK(blocks_for(128, 128) == 1);
  CHECK(blocks_for(129, 128) == 2);
  CHECK(blocks_for(2147483647, 1) == 2147483647u);
}

TEST_CASE("more blocks than a grid may have are a usage error, without overflow") {
  CHECK_THROWS_AS(blocks_for(2147483648, 1), tutorial::UsageError);
  CHECK_THROWS_WITH(
      blocks_for(std::int64_t{1} << 40, 32),
      "1099511627776 elements need 34359738368 blocks of 32, and a grid has at most 2147483647: choose a "
      "smaller size");
  CHECK_THROWS_AS(blocks_for(INT64_MAX, 2), tutorial::UsageError);
  CHECK_THROWS_AS(blocks_for(-1, 2), std::invalid_argument);
  CHECK_THROWS_AS(blocks_for(1, 0), std::invalid_argument);
}

TEST_CASE("a size that is the same everywhere is the default on both back ends and with --quick") {
  constexpr tutorial::DefaultSize size = tutorial::everywhere(33);
  CHECK(size.gpu == 33);
  CHECK(size.simulator == 33);
  CHECK(size.quick == 33);
}
