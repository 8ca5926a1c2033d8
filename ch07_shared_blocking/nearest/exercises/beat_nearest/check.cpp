#include "../nearest_case.hpp"
#include "exercise.hpp"

namespace {

tutorial::exercise::Cases cases(std::uint64_t seed) {
  tutorial::exercise::Cases all;
  for (const std::size_t count : {0, 1, 2, 31, 33, 127, 129, 253})
    all.push_back(nearest_case<Point>(count, seed));
  for (const std::size_t count : {tutorial::exercise::drawn_size<std::size_t>(seed, 3, 30),
                                  tutorial::exercise::drawn_size<std::size_t>(seed, 130, 158)})
    all.push_back(nearest_case<Point>(count, seed));
  add_exact_cases<Point>(all, seed);
  const auto more = tutorial::exercise::drawn_size<std::size_t>(seed, 1057, 1088);
  // A few points more than the counted ones, which may be too few for a block of their own.
  all.push_back(nearest_case<Point>(tutorial::exercise::drawn_size<std::size_t>(seed, 1025, 1032), seed));
  all.push_back(nearest_case<Point>(more, seed).for_several_blocks());
  const auto size = tutorial::exercise::drawn_size<std::size_t>(seed, 993, 1024);
  all.push_back(nearest_case<Point>(size, seed).counted());
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
