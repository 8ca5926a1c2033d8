#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <tutorial/exercise/check.hpp>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

constexpr std::size_t block_size = 128;

Case sums_and_above_of(const std::vector<int>& in, const std::string& name) {
  std::vector<int> sum, above;
  for (std::size_t begin = 0; begin < in.size(); begin += block_size) {
    const std::size_t end = std::min(in.size(), begin + block_size);
    int all = 0, greater = 0;
    for (std::size_t i = begin; i < end; ++i) all += in[i];
    for (std::size_t i = begin; i < end; ++i) greater += in[i] * static_cast<int>(block_size) > all;
    sum.push_back(all);
    above.push_back(greater);
  }
  Case c(name);
  c.number("n", static_cast<std::int64_t>(in.size()));
  c.input("in", in);
  c.output<int>("sum", sum.size());
  c.output<int>("above", above.size());
  c.expect("sum", sum);
  c.expect("above", above);
  return c;
}

Case sums_and_above(std::size_t n, std::uint64_t seed) {
  const tutorial::Random random(seed + n);
  std::vector<int> in(n);
  // Most elements small and some large, so that few are above the mean. In long vectors they have both signs, and all bits that leave
  // block_size times an element an int; not in a block that is not full, where a missing element may be above a mean below 0.
  constexpr std::uint32_t largest = (std::uint32_t{1} << 24) - 1;
  for (std::size_t i = 0; i < n; ++i) {
    in[i] = 1 + static_cast<int>(random.below(i % 7 == 3 ? 90'000 : 900, i));
    if (n < 1200 || i / block_size == n / block_size) continue;
    if (i % 7 == 3) in[i] = static_cast<int>(random.below(largest + 1, i));
    if (i % 5 == 2) in[i] = -static_cast<int>(random.below(largest + 1, i));
    if (i % 61 == 0) in[i] = 0;
  }
  return sums_and_above_of(in, "n = " + std::to_string(n));
}

// One element of a block is less than the others by 1, or greater. The others are above the mean, or below it, but a float of 24 bits makes them
// equal to it, and so does a mean that is rounded to an integer, up or down: there are such blocks of positive and of negative elements.
Case close_to_mean(std::uint64_t seed) {
  constexpr std::uint32_t least = std::uint32_t{1} << 18, most = (std::uint32_t{1} << 24) - 1;
  const tutorial::Random random(seed);
  std::vector<int> in;
  for (const int sign : {1, -1})
    for (const int difference : {-1, 1}) {
      const std::size_t first = in.size();
      in.resize(first + block_size, sign * static_cast<int>(least + random.below(most - least, first)));
      in[first + random.below(block_size, first + 1)] += difference;
    }
  return sums_and_above_of(in, "n = 512, all elements close to the mean");
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t n : {0, 1, 31, 33, 127, 128, 129, 1009}) all.push_back(sums_and_above(n, seed));
  for (const std::size_t n : tutorial::exercise::small_sizes<std::size_t>(seed))
    all.push_back(sums_and_above(n, seed));
  add_counted<std::size_t>(all, seed, 1270, 1217, [seed](std::size_t n) { return sums_and_above(n, seed); });
  all.push_back(sums_and_above(tutorial::exercise::drawn_size<std::size_t>(seed, 65'600, 70'000), seed));
  all.push_back(close_to_mean(seed));
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
