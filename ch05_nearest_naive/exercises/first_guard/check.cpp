#include <algorithm>
#include <climits>
#include <random>
#include <tutorial/exercise/check.hpp>

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

// Pixels go from 0 to 255; in large images they are any numbers, as after a filter, for which 255 - in is an int.
Case inverted(int width, int height, std::uint64_t seed) {
  std::mt19937_64 random(seed * 1000003 + static_cast<std::uint64_t>(width * 4099 + height));
  std::uniform_int_distribution<int> grey(0, 255);
  std::vector<int> in(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)), out = in;
  for (std::size_t i = 0; i < in.size(); ++i) {
    in[i] = grey(random);
    if (in.size() > 9000) in[i] = std::max(tutorial::exercise::any_value<int>(random()), INT_MIN + 256);
    out[i] = 255 - in[i];
  }
  Case c(std::to_string(width) + " x " + std::to_string(height) + " pixels");
  c.number("width", width);
  c.number("height", height);
  c.input("in", in);
  c.output<int>("out", out.size());
  c.expect("out", out);
  c.expect_unchanged("in");
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const auto& [width, height] :
       {std::pair(16, 16), {33, 20}, {1, 1}, {16, 17}, {17, 16}, {100, 1}, {1, 100}, {0, 5}, {5, 0}})
    all.push_back(inverted(width, height, seed));
  // Each small size is the width of one image and the height of another.
  const auto sides = tutorial::exercise::small_sizes<int>(seed);
  for (std::size_t i = 0; i < sides.size(); ++i)
    all.push_back(inverted(sides[i], sides[(7 * i + 3) % sides.size()], seed));
  const int wide = tutorial::exercise::drawn_size(
      seed, 1025, 1200);  // without a guard, threads stay before the next array
  all.push_back(inverted(wide, 3, seed));
  all.push_back(inverted(3, wide, seed));
  all.push_back(inverted(wide - 768, 257, seed));  // more pixels than 16 bits count, and no short side
  // No multiple of the block in either direction: 128x96 threads for 120x90 pixels.
  add_counted<int>(all, seed, 90, 81, [seed](int height) { return inverted(120, height, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
