#include "../block_sums_case.hpp"

namespace {

using tutorial::exercise::Cases;
using tutorial::exercise::drawn_size;

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const int n : {0, 1, 31, 33, 1009}) {
    for (const int block : {32, 96, 255}) all.push_back(block_sums_case(n, block, seed));
  }
  for (const int block : {1, 2, 3, 31, 33, 64, 65, 100, 192, 1000, 1023})
    all.push_back(block_sums_case(2051, block, seed));
  // Its blocks have 7 levels, and a size that only the seed tells: the limits are those of 26 blocks of up to 100 threads.
  const int block = drawn_size(seed, 69, 99);
  all.push_back(block_sums_case(25 * block + block / 2, block, seed).counted());
  all.push_back(block_sums_case(drawn_size(seed, 65'600, 70'000), 255, seed));
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
