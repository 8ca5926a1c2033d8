#include "tutorial/random.hpp"

#include <doctest/doctest.h>

#include <array>
#include <set>

using tutorial::Random;

TEST_CASE("seed 0 gives SplitMix64's published sequence") {
  const Random random(0);
  CHECK(random.bits(0) == 0xE220A8397B1DCDAFu);
  CHECK(random.bits(1) == 0x6E789E6AA1B965F4u);
  CHECK(random.bits(2) == 0x06C45D188009454Fu);
}

TEST_CASE("a value depends only on the seed and the index") {
  CHECK(Random(7).bits(1000) == Random(7).bits(1000));
  CHECK(Random(7).bits(1000) != Random(8).bits(1000));
  CHECK(Random(7).bits(1000) != Random(7).bits(1001));
}

TEST_CASE("uniform values lie in [0, 1), are multiples of 2^-24 and spread evenly") {
  const Random random(3);
  std::array<int, 10> bins{};
  for (int i = 0; i < 100'000; ++i) {
    const float u = random.uniform(static_cast<std::uint64_t>(i));
    REQUIRE(u >= 0.0f);
    REQUIRE(u < 1.0f);
    REQUIRE(u * 0x1p24f == static_cast<float>(static_cast<int>(u * 0x1p24f)));
    ++bins[static_cast<std::size_t>(u * 10)];
  }
  for (const int bin : bins) CHECK(bin == doctest::Approx(10'000).epsilon(0.05));  // 5 sigma
}

TEST_CASE("below(bound) takes every value under the bound and none above") {
  const Random random(5);
  std::set<std::uint32_t> seen;
  for (std::uint64_t i = 0; i < 1000; ++i) seen.insert(random.below(7, i));
  CHECK(seen == std::set<std::uint32_t>{0, 1, 2, 3, 4, 5, 6});
  CHECK(random.below(1, 0) == 0);
}
