#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <tutorial/exercise/check.hpp>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

// Multiples of a power of two, no x is 0, so that alpha * x + y is exact with and without a fused multiply-add.
Case scale_and_add(std::size_t n, std::uint64_t seed) {
  const tutorial::Random random(seed + n);
  const float alpha = 1.25f + 0.25f * static_cast<float>(random.below(32, 0));
  const float unit = std::ldexp(1.0f, static_cast<int>(random.below(21, 2 * n + 1)) - 10);
  std::vector<float> x(n), y(n), z(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = unit * static_cast<float>(1 + random.below(4000, 2 * i + 1));
    y[i] = unit * (static_cast<float>(1 + random.below(4000, 2 * i + 2)) - 4800);
    z[i] = alpha * x[i] + y[i];
  }
  Case c("n = " + std::to_string(n));
  c.number("n", static_cast<std::int64_t>(n));
  c.real("alpha", alpha);
  c.input("x", x);
  c.input("y", y);
  c.output<float>("z", n);
  c.expect("z", z);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t n : {0, 1, 31, 33, 1023, 1024, 1025, 2048, 3001, 10007}) {
    all.push_back(scale_and_add(n, seed));
  }
  all.push_back(scale_and_add(70'000 + tutorial::Random(seed).below(20'000, 0), seed));
  add_counted<std::size_t>(all, seed, 5003, 4801, [seed](std::size_t n) { return scale_and_add(n, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
