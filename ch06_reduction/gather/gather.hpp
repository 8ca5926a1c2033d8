#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "tutorial/random.hpp"

/// Index arrays: where each thread goes.
namespace ch06 {

/// n random places below n, some twice and some never; place i depends on the seed and i alone.
inline std::vector<std::uint32_t> random_places(std::int64_t n, std::uint64_t seed) {
  const tutorial::Random random(seed);
  std::vector<std::uint32_t> places(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = random.below(static_cast<std::uint32_t>(n), i);
  }
  return places;
}

/// The same places as random_places(n, seed) in ascending order, by counting: no place is n or more.
inline std::vector<std::uint32_t> sorted_places(std::int64_t n, std::uint64_t seed) {
  const tutorial::Random random(seed);
  std::vector<std::uint32_t> how_often(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < how_often.size(); ++i) {
    ++how_often[random.below(static_cast<std::uint32_t>(n), i)];
  }
  std::vector<std::uint32_t> places;
  places.reserve(how_often.size());
  for (std::size_t place = 0; place < how_often.size(); ++place) {
    places.insert(places.end(), how_often[place], static_cast<std::uint32_t>(place));
  }
  return places;
}

/// A random permutation of 0 .. n - 1: each place once.
///
/// Every step of the inner loop is a permutation of the numbers of `bits` bits, and so is the loop. A number
/// that lands at n or above goes round again until it lands below: the paths of two numbers never join.
inline std::vector<std::uint32_t> permuted_places(std::int64_t n, std::uint64_t seed) {
  const tutorial::Random random(seed);
  const auto count = static_cast<std::uint64_t>(n);
  const int bits = std::max(2, static_cast<int>(std::bit_width(count)));
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  constexpr std::uint64_t rounds = 4;
  std::uint64_t factor[rounds];
  std::uint64_t term[rounds];
  for (std::uint64_t r = 0; r < rounds; ++r) {
    factor[r] = random.bits(2 * r) | 1;
    term[r] = random.bits(2 * r + 1);
  }
  std::vector<std::uint32_t> places(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t place = i;
    do {
      for (std::uint64_t r = 0; r < rounds; ++r) {
        place = (place * factor[r] + term[r]) & mask;
        place ^= place >> ((bits + 1) / 2);
      }
    } while (place >= count);
    places[i] = static_cast<std::uint32_t>(place);
  }
  return places;
}

/// The index array of a word of the command line: sequential, sorted, random, reversed, or same (all name one
/// place). @param distinct random places are a permutation
inline std::vector<std::uint32_t> places_in_order(const std::string& order, bool distinct, std::int64_t n,
                                                  std::uint64_t seed) {
  if (order == "random") return distinct ? permuted_places(n, seed) : random_places(n, seed);
  if (order == "sorted" && !distinct) return sorted_places(n, seed);
  std::vector<std::uint32_t> places(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t place = order == "reversed" ? places.size() - 1 - i
                              : order == "same"   ? places.size() / 2
                                                  : i;
    places[i] = static_cast<std::uint32_t>(place);
  }
  return places;
}

}  // namespace ch06
