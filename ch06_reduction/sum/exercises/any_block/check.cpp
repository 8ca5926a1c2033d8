#include "../block_sums_case.hpp"

namespace {

using tutorial::exercise::Cases;
using tutorial::exercise::drawn_size;

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const int n : {0, 1, 31, 33, 1009}) {
    for (const int block : {96, 255}) all.push_back(block_sums_case(n, block, seed));
  }
  for (const int n : tutorial::exercise::small_sizes<int>(seed)) all.push_back(block_sums_case(n, 48, seed));
  for (const int block : {2, 100, 192, 1000, drawn_size(seed, 2, 1022)})
    all.push_back(block_sums_case(2051, block, seed));
  // A tree of which each level is written out may be wrong for one size alone, next to a power of two.
  for (int power = 4; power <= 1024; power *= 2) {
    for (const int block : {power - 1, power, power + 1})
      if (block <= 1024) all.push_back(block_sums_case(2 * block + block / 2, block, seed));
  }
  // Its blocks have 7 levels, and a size that only the seed tells: the limits are those of 26 blocks of up to 100 threads.
  // No multiple of 16, which can be halved four times.
  const int drawn = drawn_size(seed, 69, 98), block = drawn % 16 == 0 ? drawn + 1 : drawn;
  all.push_back(block_sums_case(25 * block + block / 2, block, seed).counted());
  // More blocks than a grid has in y or z.
  all.push_back(block_sums_case(drawn_size(seed, 65'600, 70'000), 1, seed));
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
