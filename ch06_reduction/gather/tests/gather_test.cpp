// The index arrays of gather_elements are what their names say.

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "gather/gather.hpp"

namespace {

const std::vector<std::int64_t> sizes = {0, 1, 2, 3, 7, 31, 32, 33, 1009, 4096, 65537};

}  // namespace

TEST_CASE("random indices lie below n, differ from seed to seed, and some come twice") {
  for (const std::int64_t n : sizes) {
    const auto indices = ch06::random_indices(n, 1);
    REQUIRE(indices.size() == static_cast<std::size_t>(n));
    for (const std::uint32_t index : indices) REQUIRE(index < n);
  }
  const auto indices = ch06::random_indices(1009, 1);
  CHECK(indices != ch06::random_indices(1009, 2));
  CHECK(std::set<std::uint32_t>(indices.begin(), indices.end()).size() < indices.size());
}

TEST_CASE("sorted indices are the random ones in order") {
  for (const std::int64_t n : sizes) {
    auto indices = ch06::random_indices(n, 3);
    std::sort(indices.begin(), indices.end());
    CHECK(ch06::sorted_indices(n, 3) == indices);
  }
}

TEST_CASE("permuted indices name each number once, in no order") {
  for (const std::int64_t n : sizes) {
    auto indices = ch06::permuted_indices(n, 5);
    std::vector<std::uint32_t> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), 0u);
    if (n > 100) CHECK(indices != all);
    std::sort(indices.begin(), indices.end());
    CHECK(indices == all);
  }
  CHECK(ch06::permuted_indices(1009, 1) != ch06::permuted_indices(1009, 2));
}

TEST_CASE("permuted indices are as far apart as random ones") {
  // Neighbors of a random permutation of n indices are n / 3 apart on average.
  const auto indices = ch06::permuted_indices(100'000, 1);
  double distance = 0;
  for (std::size_t i = 1; i < indices.size(); ++i) {
    distance += indices[i] > indices[i - 1] ? indices[i] - indices[i - 1] : indices[i - 1] - indices[i];
  }
  CHECK(distance / 99'999 == doctest::Approx(100'000 / 3.0).epsilon(0.02));
}

TEST_CASE("the words of the command line") {
  using Indices = std::vector<std::uint32_t>;
  CHECK(ch06::indices_in_order("sequential", false, 4, 1) == Indices{0, 1, 2, 3});
  CHECK(ch06::indices_in_order("reversed", true, 4, 1) == Indices{3, 2, 1, 0});
  CHECK(ch06::indices_in_order("same", false, 4, 1) == Indices{2, 2, 2, 2});
  CHECK(ch06::indices_in_order("sorted", true, 4, 1) == Indices{0, 1, 2, 3});
  CHECK(ch06::indices_in_order("sorted", false, 33, 1) == ch06::sorted_indices(33, 1));
  CHECK(ch06::indices_in_order("random", false, 33, 1) == ch06::random_indices(33, 1));
  CHECK(ch06::indices_in_order("random", true, 33, 1) == ch06::permuted_indices(33, 1));
}
