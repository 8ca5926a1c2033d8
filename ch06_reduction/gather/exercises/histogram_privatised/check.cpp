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

// Low values are much more frequent than high ones. Counts begin with something.
Case add_histogram(std::size_t n, std::uint64_t seed) {
  const tutorial::Random random(seed + n);
  std::vector<int> in(n);
  std::vector<unsigned> before(bins);
  for (std::size_t b = 0; b < bins; ++b) before[b] = 1 + random.below(500, 2 * n + b);
  std::vector<unsigned> after = before;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t value = std::min(random.below(bins, 2 * i), random.below(bins, 2 * i + 1));
    in[i] = static_cast<int>(value);
    ++after[value];
  }
  Case c("n = " + std::to_string(n));
  c.number("n", static_cast<std::int64_t>(n));
  c.input("in", in);
  c.in_out("count", before);
  c.expect("count", after);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t n : {0, 1, 31, 33, 511, 513, 5003}) all.push_back(add_histogram(n, seed));
  add_counted<std::size_t>(all, seed, 8009, 7801, [seed](std::size_t n) { return add_histogram(n, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
