#include <algorithm>
#include <cstdint>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <tutorial/random.hpp>
#include <vector>

#include "exercise.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

Case reverse(std::size_t count, std::uint64_t seed) {
  const tutorial::Random random(seed + count);
  std::vector<float> data(count);
  for (std::size_t i = 0; i < count; ++i)
    data[i] = count < 2500 ? random.uniform(i) - 0.5f : tutorial::exercise::any_word<float>(random.bits(i));
  std::vector<float> mirrored = data;
  for (std::size_t first = 0; first < count; first += tile_size) {
    const std::size_t size = std::min<std::size_t>(tile_size, count - first);
    std::reverse(mirrored.begin() + static_cast<std::ptrdiff_t>(first),
                 mirrored.begin() + static_cast<std::ptrdiff_t>(first + size));
  }

  Case c("count = " + std::to_string(count));
  c.number("count", static_cast<std::int64_t>(count));
  c.in_out("data", data);
  c.expect_words("data", mirrored);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t count : {0, 1, 2, 31, 33, 255, 256, 257, 512, 1009})
    all.push_back(reverse(count, seed));
  // Less than a tile, and as many elements after whole tiles.
  const auto drawn = tutorial::exercise::drawn_size<std::size_t>(seed, 5, 250);
  for (const std::size_t count : {std::size_t{3}, std::size_t{4}, std::size_t{17}, std::size_t{24}, drawn,
                                  std::size_t{261}, drawn + 256})
    all.push_back(reverse(count, seed));
  all.push_back(reverse(tutorial::exercise::drawn_size<std::size_t>(seed, 65'600, 70'000), seed));
  add_counted<std::size_t>(all, seed, 2500, 2369, [seed](std::size_t n) { return reverse(n, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
