#include <random>
#include <tutorial/exercise/check.hpp>

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

Case squared(int count, std::uint64_t seed) {
  std::mt19937_64 random(seed * 1000003 + static_cast<std::uint64_t>(count));
  std::vector<unsigned> in(static_cast<std::size_t>(count)), out = in;
  for (std::size_t i = 0; i < in.size(); ++i) {
    in[i] = tutorial::exercise::any_value<unsigned>(random());
    out[i] = in[i] * in[i];
  }
  Case c("count = " + std::to_string(count));
  c.number("count", count);
  c.input("in", in);
  c.output<unsigned>("out", out.size());
  c.expect("out", out);
  c.expect_unchanged("in");
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const int count : {0, 1, 19, 20, 21, 255, 256, 257, 1000, 5000}) all.push_back(squared(count, seed));
  for (const int count : tutorial::exercise::small_sizes<int>(seed)) all.push_back(squared(count, seed));
  all.push_back(squared(tutorial::exercise::drawn_size<int>(seed, 65'600, 70'000), seed));
  // The second size is much smaller: a block size that depends on the count is good for one of them at most.
  for (const int count : {4096, tutorial::exercise::drawn_size<int>(seed, 1025, 3000)})
    all.push_back(squared(count, seed).counted());
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
