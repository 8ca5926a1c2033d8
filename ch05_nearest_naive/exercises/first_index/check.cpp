#include <numeric>
#include <tutorial/exercise/check.hpp>

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

Case numbered(int blocks, int threads) {
  std::vector<int> wanted(static_cast<std::size_t>(blocks) * static_cast<std::size_t>(threads));
  std::iota(wanted.begin(), wanted.end(), 0);
  Case c(std::to_string(blocks) + (blocks == 1 ? " block of " : " blocks of ") + std::to_string(threads));
  c.number("blocks", blocks);
  c.number("threads", threads);
  c.output<int>("out", wanted.size());
  c.expect("out", wanted);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const auto& [blocks, threads] : {std::pair(1, 32), {3, 32}, {32, 3}, {1, 1}, {7, 100}, {3, 1024}})
    all.push_back(numbered(blocks, threads));
  const auto sizes = tutorial::exercise::small_sizes<int>(seed);
  for (std::size_t i = 0; i < sizes.size(); ++i)
    all.push_back(numbered(sizes[i], sizes[(7 * i + 3) % sizes.size()]));
  all.push_back(numbered(tutorial::exercise::drawn_size(seed, 2, 41),
                         tutorial::exercise::drawn_size(seed + 1, 33, 132)));
  // More blocks than a grid has in y or z.
  all.push_back(numbered(tutorial::exercise::drawn_size<int>(seed, 65'600, 70'000), 1));
  add_counted<int>(all, seed, 16, 12, [](int blocks) { return numbered(blocks, 256); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
