#include "../block_sums_case.hpp"

namespace {

using tutorial::exercise::Cases;

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const int n : {0, 1, 31, 33, 1009}) {
    for (const int block : {96, 256}) all.push_back(block_sums_case(n, block, seed));
  }
  for (const int block : {32, 64, 160, 992, 1024, 32 * tutorial::exercise::drawn_size(seed, 2, 31)})
    all.push_back(block_sums_case(2051, block, seed));
  all.push_back(block_sums_case(tutorial::exercise::drawn_size(seed, 65'600, 70'000), 256, seed));
  add_counted<int>(all, seed, 2500, 2369, [seed](int n) { return block_sums_case(n, 256, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
