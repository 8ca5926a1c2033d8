#include "tutorial/parallel.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

using tutorial::in_parts;
using tutorial::part_count;

TEST_CASE("the parts cover every item exactly once") {
  for (const std::int64_t count : {0, 1, 2, 31, 33, 1009, 100003}) {
    std::vector<int> seen(static_cast<std::size_t>(count));
    std::vector<int> parts(static_cast<std::size_t>(part_count(count, 1 << 20)));
    in_parts(count, 1 << 20, [&](int part, std::int64_t begin, std::int64_t end) {
      ++parts[static_cast<std::size_t>(part)];
      for (std::int64_t i = begin; i < end; ++i) ++seen[static_cast<std::size_t>(i)];
    });
    CHECK(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
    CHECK(std::all_of(parts.begin(), parts.end(), [](int times) { return times == 1; }));
  }
}

TEST_CASE("few elements make one part, however they are grouped into items") {
  CHECK(part_count(1000, 1) == 1);
  CHECK(part_count(10, 100) == 1);
  CHECK(part_count(0, 1 << 20) == 1);
  CHECK(part_count(1, std::int64_t{1} << 40) == 1);
  CHECK(part_count(std::int64_t{1} << 40, std::int64_t{1} << 40) >= 1);
}

TEST_CASE("an exception in a part reaches the caller") {
  const auto fail = [](int part, std::int64_t, std::int64_t) {
    if (part == part_count(1 << 10, 1 << 20) - 1) throw std::runtime_error("the last part");
  };
  CHECK_THROWS_WITH_AS(in_parts(1 << 10, 1 << 20, fail), "the last part", std::runtime_error);
}
