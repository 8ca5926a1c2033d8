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
  for (const std::size_t count : tutorial::exercise::small_sizes<std::size_t>(seed))
    all.push_back(find_nearest_case(count, 3, seed));
  add_exact_cases(all, seed);
  all.push_back(find_far_case(seed));
  all.push_back(find_mirrored_case(seed));
  const auto size = tutorial::exercise::drawn_size<std::size_t>(seed, 969, 1000);
  all.push_back(find_nearest_case(size, 900, seed).counted());
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
