#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <tutorial/exercise/check.hpp>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

// Multiples of a power of two, so that alpha * x + y is exact with and without a fused multiply-add. In long vectors they have both signs, and
// more bits: 11 in alpha, 12 in x and 23 in y. Alpha is random if none is given.
Case scale_and_add(std::size_t n, std::uint64_t seed, const std::optional<float>& given = {}) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const tutorial::Random random(seed + n);
  const bool is_wide = n > 4000;
  const auto from = [&random](std::int32_t least, std::int32_t most, std::uint64_t i) {
    return static_cast<float>(
        least + static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(most - least + 1), i)));
  };
  const float drawn = is_wide ? from(1025, 2047, 0) * (random.below(2, 4 * n) == 0 ? 0x1p-8f : -0x1p-8f)
                              : 0.25f * from(5, 36, 0);
  const float alpha = given.value_or(drawn);
  const float unit = std::ldexp(1.0f, static_cast<int>(random.below(21, 2 * n + 1)) - 10);
  std::vector<float> x(n), y(n), z(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = unit * (is_wide ? from(-4095, 4095, 2 * i + 1) : from(1, 4000, 2 * i + 1));
    y[i] = unit * (is_wide ? 0x1p-8f * from(-8'388'000, 8'388'000, 2 * i + 2) : from(-4799, -800, 2 * i + 2));
    if ((is_wide || given) && i % 61 == 0) x[i] = 0;  // NaN, if alpha is infinite
    if (is_wide && i % 61 == 1) y[i] = 0;
    // Of all bits: the product is exact, since alpha is a power of two, 0 or infinite.
    if (given && i % 2 == 1) {
      x[i] = tutorial::exercise::any_value<float>(random.bits(4 * n + 1 + i));
      y[i] = 0;
    }
    if (given && i % 31 == 30) x[i] = i % 2 == 0 ? infinity : -infinity;  // NaN, too, if alpha is 0
    z[i] = alpha * x[i] + y[i];
  }
  Case c("n = " + std::to_string(n) + (given ? ", alpha = " + tutorial::exercise::text_of(alpha) : ""));
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
  const auto few = tutorial::exercise::drawn_size<std::size_t>(seed + 2, 3, 62);
  for (const std::size_t n : std::vector<std::size_t>{2, 3, 5, 9, 17, 64, few})
    all.push_back(scale_and_add(n, seed));
  all.push_back(scale_and_add(tutorial::exercise::drawn_size<std::size_t>(seed, 70'000, 90'000), seed));
  for (const float alpha : {0.0f, 1.0f, 0x1p100f, -std::numeric_limits<float>::infinity()})
    all.push_back(scale_and_add(97, seed, alpha));
  add_counted<std::size_t>(all, seed, 5003, 4801, [seed](std::size_t n) { return scale_and_add(n, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
