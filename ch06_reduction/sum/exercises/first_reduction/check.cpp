#include "../block_sums_case.hpp"

namespace {

using tutorial::exercise::Cases;

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const int n : {0, 1, 31, 33, 1009}) all.push_back(block_sums_case(n, 256, seed));
  for (const int n : tutorial::exercise::small_sizes<int>(seed)) all.push_back(block_sums_case(n, 32, seed));
  for (const int block : {2, 4, 8, 16, 32, 64, 128, 512, 1024})
    all.push_back(block_sums_case(2051, block, seed));
  add_counted<int>(all, seed, 2500, 2369, [seed](int n) { return block_sums_case(n, 256, seed); });
  // More blocks than a grid has in y or z.
  all.push_back(block_sums_case(tutorial::exercise::drawn_size(seed, 65'600, 70'000), 1, seed));
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
