#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <tutorial/random.hpp>
#include <vector>

#include "exercise.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

// Integers times a power of two from 2^-60 to 2^60, small enough for every sum to be exact in any order. In two vectors they are as small and nearly
// as large as can be. In long vectors, the elements at both ends are infinite: what is beyond is 0, no multiple of them. A few others are infinite or
// nearly: a sum with one is what that makes it, in any order.
Case smooth_case(std::int64_t count, std::uint64_t seed) {
  const tutorial::Random random(seed + static_cast<std::uint64_t>(count));
  std::vector<float> in(static_cast<std::size_t>(count));
  const int drawn = static_cast<int>(random.below(121, in.size())) - 60;
  const float unit = std::ldexp(1.0f, count == 512 ? -149 : count == 1021 ? 108 : drawn);
  const std::int64_t most = count < 3000 ? 1000 : 1 << 18;
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = unit * static_cast<float>(random.below(static_cast<std::uint32_t>(2 * most + 1), i) - most);
  if (count >= 3000) {
    in[in.size() / 2] = 0;
    in.front() = in.back() = INFINITY;
    const float largest = std::numeric_limits<float>::max();
    const float extremes[] = {-INFINITY, largest, -largest, INFINITY};
    for (std::size_t i = 0; i < std::size(extremes); ++i) in[(2 * i + 1) * in.size() / 8] = extremes[i];
  }
  std::vector<float> out(in.size());
  for (std::int64_t i = 0; i < count; ++i) {
    float sum = 0;
    for (std::int64_t from = i - radius; from <= i + radius; ++from) {
      if (from < 0 || from >= count) continue;
      sum += static_cast<float>(weight(static_cast<int>(from - i))) * in[static_cast<std::size_t>(from)];
    }
    out[static_cast<std::size_t>(i)] = sum;
  }

  Case c("count = " + std::to_string(count));
  c.number("count", count);
  c.input("in", in);
  c.output<float>("out", out.size());
  c.expect("out", out);
  return c;
}

// Some elements are so large that nothing is left of the others where they have been added to these and subtracted again. Sums round.
Case mixed_sizes(std::uint64_t seed) {
  constexpr std::int64_t count = 701;
  constexpr double bound = 16 * 0x1p-24;
  const tutorial::Random random(seed);
  std::vector<float> in(count), out;
  std::vector<double> bounds;
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = std::ldexp(random.uniform(2 * i) - 0.5f, random.below(24, 2 * i + 1) == 0 ? 34 : 0);
  for (std::int64_t i = 0; i < count; ++i) {
    double sum = 0, magnitudes = 0;
    for (std::int64_t from = i - radius; from <= i + radius; ++from) {
      if (from < 0 || from >= count) continue;
      const double term = static_cast<double>(weight(static_cast<int>(from - i))) *
                          static_cast<double>(in[static_cast<std::size_t>(from)]);
      sum += term;
      magnitudes += std::abs(term);
    }
    out.push_back(static_cast<float>(sum));
    bounds.push_back(bound * magnitudes);
  }
  Case c("count = 701, elements of very different size");
  c.number("count", count);
  c.input("in", in);
  c.output<float>("out", out.size());
  c.expect_within("out", out, bounds);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const int count : {0, 1, 3, 31, 33, 255, 256, 257, 261, 512, 1021})
    all.push_back(smooth_case(count, seed));
  // Up to a block, and a few elements or any number of them after whole blocks.
  const auto drawn = tutorial::exercise::drawn_size<std::int64_t>(seed, 5, 250);
  for (const std::int64_t count : {std::int64_t{2}, std::int64_t{5}, std::int64_t{9}, std::int64_t{17}, drawn,
                                   std::int64_t{258}, std::int64_t{259}, std::int64_t{260}, drawn + 256})
    all.push_back(smooth_case(count, seed));
  all.push_back(mixed_sizes(seed));
  add_counted<std::int64_t>(all, seed, 4000, 3841, [seed](std::int64_t n) { return smooth_case(n, seed); });
  all.push_back(smooth_case(tutorial::exercise::drawn_size<std::int64_t>(seed, 65'600, 70'000), seed));
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
