#include "../nearest_case.hpp"
#include "exercise.hpp"

namespace {

tutorial::exercise::Cases cases(std::uint64_t seed) {
  tutorial::exercise::Cases all;
  for (const std::size_t count : {0, 1, 2, 31, 33, 127, 128, 129, 307}) {
    all.push_back(nearest_case<Point>(count, seed));
  }
  for (const std::size_t count : {tutorial::exercise::drawn_size<std::size_t>(seed, 3, 30), std::size_t{130},
                                  tutorial::exercise::drawn_size<std::size_t>(seed, 131, 158)})
    all.push_back(nearest_case<Point>(count, seed));
  add_exact_cases<Point>(all, seed);
  all.push_back(nearest_case<Point>(256, seed));
  // Six tiles, more than the counted case has.
  all.push_back(nearest_case<Point>(tutorial::exercise::drawn_size<std::size_t>(seed, 641, 700), seed));
  const auto size = tutorial::exercise::drawn_size<std::size_t>(seed, 485, 500);
  all.push_back(nearest_case<Point>(size, seed).counted());
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
