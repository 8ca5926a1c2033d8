// The index arrays of gather_scatter are what their names say.

#include "gather/gather.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

namespace {

const std::vector<std::int64_t> sizes = {0, 1, 2, 3, 7, 31, 32, 33, 1009, 4096, 65537};

}  // namespace

TEST_CASE("random places lie below n, differ from seed to seed, and some come twice") {
  for (const std::int64_t n : sizes) {
    const auto places = ch06::random_places(n, 1);
    REQUIRE(places.size() == static_cast<std::size_t>(n));
    for (const std::uint32_t place : places) REQUIRE(place < n);
  }
  const auto places = ch06::random_places(1009, 1);
  CHECK(places != ch06::random_places(1009, 2));
  CHECK(std::set<std::uint32_t>(places.begin(), places.end()).size() < places.size());
}

TEST_CASE("sorted places are the random ones in order") {
  for (const std::int64_t n : sizes) {
    auto places = ch06::random_places(n, 3);
    std::sort(places.begin(), places.end());
    CHECK(ch06::sorted_places(n, 3) == places);
  }
}

TEST_CASE("permuted places name each place once, in no order") {
  for (const std::int64_t n : sizes) {
    auto places = ch06::permuted_places(n, 5);
    std::vector<std::uint32_t> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), 0u);
    if (n > 100) CHECK(places != all);
    std::sort(places.begin(), places.end());
    CHECK(places == all);
  }
  CHECK(ch06::permuted_places(1009, 1) != ch06::permuted_places(1009, 2));
}

TEST_CASE("permuted places are as far apart as random ones") {
  // Neighbours of a random permutation of n places are n / 3 apart on average.
  const auto places = ch06::permuted_places(100'000, 1);
  double distance = 0;
  for (std::size_t i = 1; i < places.size(); ++i) {
    distance += places[i] > places[i - 1] ? places[i] - places[i - 1] : places[i - 1] - places[i];
  }
  CHECK(distance / 99'999 == doctest::Approx(100'000 / 3.0).epsilon(0.02));
}

TEST_CASE("the words of the command line") {
  using Places = std::vector<std::uint32_t>;
  CHECK(ch06::places_in_order("sequential", false, 4, 1) == Places{0, 1, 2, 3});
  CHECK(ch06::places_in_order("reversed", true, 4, 1) == Places{3, 2, 1, 0});
  CHECK(ch06::places_in_order("same", false, 4, 1) == Places{2, 2, 2, 2});
  CHECK(ch06::places_in_order("sorted", true, 4, 1) == Places{0, 1, 2, 3});
  CHECK(ch06::places_in_order("sorted", false, 33, 1) == ch06::sorted_places(33, 1));
  CHECK(ch06::places_in_order("random", false, 33, 1) == ch06::random_places(33, 1));
  CHECK(ch06::places_in_order("random", true, 33, 1) == ch06::permuted_places(33, 1));
}
