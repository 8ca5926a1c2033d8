#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <vector>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

// All integers are negative, so that 0 is no answer. Floats are multiples of 1/4 out of 2 * `width` values:
// the fewer, the more ties. The one of largest magnitude is mostly negative.
Case reductions(std::size_t n, std::uint32_t width, std::uint64_t seed) {
  const tutorial::Random random(seed + n + width);
  std::vector<int> whole(n);
  std::vector<float> fractions(n);
  int largest = INT_MIN;
  float magnitude = 0;
  std::size_t least = 0;
  for (std::size_t i = 0; i < n; ++i) {
    whole[i] = -1 - static_cast<int>(random.below(2'000'000'000, 2 * i));
    fractions[i] =
        0.25f * (static_cast<float>(random.below(2 * width, 2 * i + 1)) - 1.5f * static_cast<float>(width)) -
        0.25f;
    largest = std::max(largest, whole[i]);
    magnitude = std::max(magnitude, std::fabs(fractions[i]));
    if (fractions[i] < fractions[least]) least = i;
  }
  Case c("n = " + std::to_string(n) + ", floats of " + std::to_string(2 * width) + " values");
  c.number("n", static_cast<std::int64_t>(n));
  c.input("whole", whole);
  c.input("fractions", fractions);
  c.output<int>("largest", 1);
  c.output<float>("magnitude", 1);
  c.output<int>("index", 1);
  c.expect("largest", std::vector<int>{largest});
  c.expect("magnitude", std::vector<float>{magnitude});
  c.expect("index", std::vector<int>{n == 0 ? -1 : static_cast<int>(least)});
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t n : {33, 0, 1, 31, 255, 257, 1009, 5003}) {
    all.push_back(reductions(n, 100'000, seed));
    all.push_back(reductions(n, 3, seed));
  }
  add_counted<std::size_t>(all, seed, 5003, 4865,
                           [seed](std::size_t n) { return reductions(n, 1000, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
