#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <tutorial/random.hpp>
#include <vector>

/// n elements. Very few are positive and small. Some are so, too, in every other block of `block`, but for the least int, and negative in the
/// others, but for the largest. Many are of all bits and both signs: the second of a pair then takes nearly all of the first one away, so that the
/// sum of a block, and of what precedes a pair, fits an int.
inline std::vector<int> elements_to_sum(std::size_t n, std::size_t block, const tutorial::Random& random) {
  constexpr std::size_t least_with_limits = 64, least_wide = 1700;
  const bool has_limits = n >= least_with_limits && n < least_wide;
  std::vector<int> in(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto small = static_cast<int>(random.below(n < least_wide ? 100'000 : 3000, i));
    const std::size_t place = i % block;
    const bool is_positive = !has_limits || (i / block + n) % 2 == 0;
    if (n < least_wide)
      in[i] = is_positive ? 1 + small : -1 - small;
    else if (place % 2 == 1)
      in[i] = small - in[i - 1];
    else if (place + 1 < block && i + 1 < n)
      in[i] =
          std::clamp(tutorial::exercise::any_value<int>(random.bits(n + i)), -2'000'000'000, 2'000'000'000);
    else
      in[i] = -small;
    const bool is_chosen = place == std::min(block, n - (i - place)) / 2;
    if (has_limits && is_chosen) in[i] = is_positive ? INT_MIN : INT_MAX;
  }
  return in;
}

/// Sums of blocks of `block` elements: "partial" of "in".
inline tutorial::exercise::Case block_sums_case(int n, int block, std::uint64_t seed) {
  const tutorial::Random random(seed + static_cast<std::uint64_t>(n) * 2048 +
                                static_cast<std::uint64_t>(block));
  const auto size = static_cast<std::size_t>(block);
  const std::vector<int> in = elements_to_sum(static_cast<std::size_t>(n), size, random);
  std::vector<int> partial((in.size() + size - 1) / size);
  for (std::size_t i = 0; i < in.size(); ++i) partial[i / size] += in[i];
  tutorial::exercise::Case c("n = " + std::to_string(n) + ", blocks of " + std::to_string(block));
  c.number("n", n);
  c.number("block", block);
  c.input("in", in);
  c.output<int>("partial", partial.size());
  c.expect("partial", partial);
  return c;
}
