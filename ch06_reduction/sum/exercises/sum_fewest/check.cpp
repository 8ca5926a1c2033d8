#include <cstdint>
#include <string>
#include <vector>

#include <tutorial/exercise/check.hpp>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

// Any 32 bits: the sum wraps round, and no element is lost in a rounding.
Case sum(std::size_t n, std::uint64_t seed) {
  const tutorial::Random random(seed + n);
  std::vector<unsigned> in(n);
  std::vector<unsigned> result = {0};
  for (std::size_t i = 0; i < n; ++i) {
    in[i] = tutorial::exercise::any_value<unsigned>(random.bits(i));
    result[0] += in[i];
  }
  Case c("n = " + std::to_string(n));
  c.number("n", static_cast<std::int64_t>(n));
  c.input("in", in);
  c.in_out("scratch", std::vector<unsigned>(1024));
  c.output<unsigned>("result", 1);
  c.expect("result", result);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t n : {33, 0, 1, 3, 31, 127, 1009, 8191, 8193}) all.push_back(sum(n, seed));
  const auto few = tutorial::exercise::drawn_size<std::size_t>(seed + 2, 3, 62);
  for (const std::size_t n : std::vector<std::size_t>{2, 5, 9, 17, 64, few}) all.push_back(sum(n, seed));
  add_counted<std::size_t>(all, seed, 100'003, 97'001, [seed](std::size_t n) { return sum(n, seed); });
  return all;
}

Case large() {
  constexpr std::size_t n = std::size_t{1} << 21;
  Case c("n = 2^21");
  c.number("n", static_cast<std::int64_t>(n));
  c.input("in", std::vector<unsigned>(n, 1));
  c.in_out("scratch", std::vector<unsigned>(1024));
  c.output<unsigned>("result", 1);
  return c;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
TUTORIAL_PREDICTED(large)
