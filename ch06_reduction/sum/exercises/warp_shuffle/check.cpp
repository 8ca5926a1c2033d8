#include "../block_sums_case.hpp"

namespace {

using tutorial::exercise::Cases;

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const int n : {0, 1, 31, 33, 1009}) {
    for (const int block : {96, 256}) all.push_back(block_sums_case(n, block, seed));
  }
  for (const int n : tutorial::exercise::small_sizes<int>(seed)) all.push_back(block_sums_case(n, 96, seed));
  all.push_back(block_sums_case(2051, 32 * tutorial::exercise::drawn_size(seed, 2, 31), seed));
  // A tree over the warps of which each level is written out may be wrong for one number alone, next to a power of two.
  for (const int warps : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32})
    all.push_back(block_sums_case(80 * warps, 32 * warps, seed));
  all.push_back(block_sums_case(tutorial::exercise::drawn_size(seed, 65'600, 70'000), 256, seed));
  add_counted<int>(all, seed, 2500, 2369, [seed](int n) { return block_sums_case(n, 256, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
