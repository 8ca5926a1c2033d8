#include <cstdint>
#include <string>
#include <vector>

#include <tutorial/exercise/check.hpp>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

Case block_sums(int n, int block, std::uint64_t seed) {
  const tutorial::Random random(seed + static_cast<std::uint64_t>(n) * 2048 +
                                static_cast<std::uint64_t>(block));
  std::vector<int> in(static_cast<std::size_t>(n));
  std::vector<int> partial(static_cast<std::size_t>((n + block - 1) / block));
  for (std::size_t i = 0; i < in.size(); ++i) {
    in[i] = 1 + static_cast<int>(random.below(100'000, i));
    partial[i / static_cast<std::size_t>(block)] += in[i];
  }
  Case c("n = " + std::to_string(n) + ", blocks of " + std::to_string(block));
  c.number("n", n);
  c.number("block", block);
  c.input("in", in);
  c.output<int>("partial", partial.size());
  c.expect("partial", partial);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const int n : {0, 1, 31, 33, 1009}) {
    for (const int block : {32, 96, 256}) all.push_back(block_sums(n, block, seed));
  }
  for (const int block : {64, 160, 992, 1024}) all.push_back(block_sums(2051, block, seed));
  all.push_back(block_sums(tutorial::exercise::drawn_size<int>(seed, 65'600, 70'000), 256, seed));
  add_counted<int>(all, seed, 2500, 2369, [seed](int n) { return block_sums(n, 256, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
