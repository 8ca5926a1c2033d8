#include <algorithm>
#include <cstdint>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <vector>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

constexpr std::uint32_t bins = 100;

// Counts begin with something, of many values with any of 32 bits: they wrap.
Case added(const std::string& name, const std::vector<int>& in, const tutorial::Random& random) {
  const std::size_t n = in.size();
  std::vector<unsigned> before(bins);
  for (std::size_t b = 0; b < bins; ++b)
    before[b] = n < 6000 ? 1 + random.below(500, 2 * n + b)
                         : tutorial::exercise::any_value<unsigned>(random.bits(2 * n + b));
  std::vector<unsigned> after = before;
  for (const int value : in) ++after[static_cast<std::size_t>(value)];
  Case c("n = " + std::to_string(n) + name);
  c.number("n", static_cast<std::int64_t>(n));
  c.input("in", in);
  c.in_out("count", before);
  c.expect("count", after);
  return c;
}

// Low values are much more frequent than high ones, but each is there if there are many.
Case add_histogram(std::size_t n, std::uint64_t seed) {
  const tutorial::Random random(seed + n);
  std::vector<int> in(n);
  for (std::size_t i = 0; i < n; ++i) {
    in[i] = static_cast<int>(std::min(random.below(bins, 2 * i), random.below(bins, 2 * i + 1)));
    if (n > 5 * bins && i < bins) in[i] = static_cast<int>(bins - 1 - i);
  }
  return added("", in, random);
}

// Counters of 8 bits, of which some pack four in a word, overflow in each of the 8 blocks.
Case add_equal(std::uint64_t seed) {
  const auto n = tutorial::exercise::drawn_size<std::size_t>(seed, 65'600, 70'000);
  const tutorial::Random random(seed + n);
  return added(", all values equal", std::vector<int>(n, static_cast<int>(random.below(bins, 0))), random);
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t n : {0, 1, 31, 33, 511, 513, 5003}) all.push_back(add_histogram(n, seed));
  for (const std::size_t n : tutorial::exercise::small_sizes<std::size_t>(seed))
    all.push_back(add_histogram(n, seed));
  all.push_back(add_equal(seed));
  add_counted<std::size_t>(all, seed, 8009, 7801, [seed](std::size_t n) { return add_histogram(n, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
