#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <vector>

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;
using tutorial::exercise::Difference;
using tutorial::exercise::text_of;

// The first element that is another number, where 0 and -0 are two.
std::optional<Difference> first_other(std::span<const double> got, const std::vector<double>& wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const bool same = got[i] == wanted[i] && std::signbit(got[i]) == std::signbit(wanted[i]);
    if (!same && !(std::isnan(got[i]) && std::isnan(wanted[i])))
      return Difference{i, text_of(got[i]), text_of(wanted[i]), ""};
  }
  return std::nullopt;
}

Case halved(int count, std::uint64_t seed) {
  std::mt19937_64 random(seed * 1000003 + static_cast<std::uint64_t>(count));
  std::uniform_real_distribution<double> uniform(-100, 100);
  const bool any_size = count > 7000;  // of any exponent, and some are NaN
  std::vector<double> in(static_cast<std::size_t>(count)), out = in;
  for (std::size_t i = 0; i < in.size(); ++i) {
    in[i] = any_size ? tutorial::exercise::any_value<double>(random()) : uniform(random);
    if (any_size && i % 61 == 7) in[i] = std::numeric_limits<double>::quiet_NaN();
    if (any_size && i % 61 == 11) in[i] = -0.0;
    out[i] = in[i] / 2;
  }
  Case c("count = " + std::to_string(count));
  c.number("count", count);
  c.input("in", in);
  c.output<double>("out", out.size());
  c.expect_that("out", [out](std::span<const double> got) { return first_other(got, out); });
  c.expect_unchanged("in");
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const int count : {1, 2, 255, 256, 257, 1000, 0}) all.push_back(halved(count, seed));
  for (const int count : tutorial::exercise::small_sizes<int>(seed)) all.push_back(halved(count, seed));
  add_counted<int>(all, seed, 1 << 13, 7681, [seed](int n) { return halved(n, seed); });
  all.push_back(halved(tutorial::exercise::drawn_size(seed, 65'600, 70'000), seed));
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
