#include <tutorial/exercise/check.hpp>

#include "../nearest_points.hpp"

namespace {

using tutorial::exercise::Cases;

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t count : {0, 1, 2, 31, 33, 127, 257}) {
    all.push_back(find_nearest_case(count, 1400, seed));
    all.push_back(find_nearest_case(count, 3, seed));
  }
  add_exact_cases(all, seed);
  add_counted<std::size_t>(all, seed, 1000, 969,
                           [seed](std::size_t n) { return find_nearest_case(n, 900, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
