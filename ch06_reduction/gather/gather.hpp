#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "tutorial/random.hpp"

/// Index arrays: where each thread goes.
namespace ch06 {

/// n random indices below n, some twice and some never; index i depends on the seed and i alone.
inline std::vector<std::uint32_t> random_indices(std::int64_t n, std::uint64_t seed) {
  const tutorial::Random random(seed);
  std::vector<std::uint32_t> indices(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < indices.size(); ++i) {
    indices[i] = random.below(static_cast<std::uint32_t>(n), i);
  }
  return indices;
}

/// The same indices as random_indices(n, seed) in ascending order, by counting: no index is n or more.
inline std::vector<std::uint32_t> sorted_indices(std::int64_t n, std::uint64_t seed) {
  const tutorial::Random random(seed);
  std::vector<std::uint32_t> how_often(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < how_often.size(); ++i) {
    ++how_often[random.below(static_cast<std::uint32_t>(n), i)];
  }
  std::vector<std::uint32_t> indices;
  indices.reserve(how_often.size());
  for (std::size_t index = 0; index < how_often.size(); ++index) {
    indices.insert(indices.end(), how_often[index], static_cast<std::uint32_t>(index));
  }
  return indices;
}

/// A random permutation of 0 .. n - 1: each number once.
///
/// Every step of the inner loop is a permutation of the numbers with `bits` bits, and so is the loop. A number
/// that ends up at n or above goes through the loop again until it is below: the paths of two numbers never join.
inline std::vector<std::uint32_t> permuted_indices(std::int64_t n, std::uint64_t seed) {
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
  std::vector<std::uint32_t> indices(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t index = i;
    do {
      for (std::uint64_t r = 0; r < rounds; ++r) {
        index = (index * factor[r] + term[r]) & mask;
        index ^= index >> ((bits + 1) / 2);
      }
    } while (index >= count);
    indices[i] = static_cast<std::uint32_t>(index);
  }
  return indices;
}

/// The index array of a word of the command line: sequential, sorted, random, reversed, or same (all are
/// n / 2). @param distinct random indices are a permutation
inline std::vector<std::uint32_t> indices_in_order(const std::string& order, bool distinct, std::int64_t n,
                                                   std::uint64_t seed) {
  if (order == "random") return distinct ? permuted_indices(n, seed) : random_indices(n, seed);
  if (order == "sorted" && !distinct) return sorted_indices(n, seed);
  std::vector<std::uint32_t> indices(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::size_t index = order == "reversed" ? indices.size() - 1 - i
                              : order == "same"   ? indices.size() / 2
                                                  : i;
    indices[i] = static_cast<std::uint32_t>(index);
  }
  return indices;
}

}  // namespace ch06
