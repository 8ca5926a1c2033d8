#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tutorial/exercise/check.hpp>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;
using tutorial::exercise::Difference;

// What is wrong with a launch for n elements, or nothing.
std::string fault(std::int64_t n, std::int64_t blocks, std::int64_t threads) {
  constexpr std::int64_t most_blocks = 2147483647;
  const std::string so_many = " for " + std::to_string(n) + " elements";
  if (n == 0) return blocks == 0 ? "" : "no blocks are wanted" + so_many;
  if (threads < 1 || threads > 1024) return "a block has 1 to 1024 threads";
  if (threads % 32 != 0)
    return "a block of " + std::to_string(threads) + " threads ends with a warp that is not full";
  if (blocks < 1) return "no blocks" + so_many;
  if (blocks > most_blocks)
    return "a grid has at most 2147483647 blocks, this one has " + std::to_string(blocks) + so_many;
  const std::int64_t needed = (n + threads - 1) / threads;
  if (blocks < needed) return "too few threads" + so_many;
  if (blocks > needed) return "the last block has no work" + so_many;
  return "";
}

Case plan(std::uint64_t seed) {
  const tutorial::Random random(seed);
  std::vector<std::int64_t> sizes = {1, 31, 32, 33, 0, 1023, 1024, 1025, 9216, 67108864, 67108865};
  for (const std::int64_t most : {100'000LL, 2'147'483'648LL, 137'438'953'472LL, 500'000'000'000LL}) {
    sizes.push_back(most - static_cast<std::int64_t>(random.below(90'000, sizes.size())));
  }
  sizes.insert(sizes.end(), {2147483647, 2147483648, 4294967297, 1000000000000});
  constexpr std::uint64_t largest = 1'000'000'000'000;
  for (std::uint64_t least = 2; least < largest; least *= 2) {  // ten of each magnitude
    const std::uint64_t range = std::min(2 * least, largest + 1) - least;
    for (int i = 0; i < 10; ++i)
      sizes.push_back(static_cast<std::int64_t>(least + random.bits(sizes.size()) % range));
  }
  // Multiples of each block, and one element less and more: a small, a medium and a large number of blocks.
  for (std::int64_t threads = 32; threads <= 1024; threads += 32)
    for (const std::uint32_t most : {40u, 100'000u, 900'000'000u}) {
      const std::int64_t whole = threads * (1 + random.below(most, sizes.size()));
      sizes.insert(sizes.end(), {whole - 1, whole, whole + 1});
    }

  // Next to powers of two: rounding up in 32 bits wraps below 2^32. And as many as take one block more than a grid has.
  for (std::int64_t power = 64; power < static_cast<std::int64_t>(largest); power *= 2) {
    const std::int64_t below = power - 1 - random.below(31, sizes.size());
    sizes.insert(sizes.end(), {below, power - 1, power, power + 1});
  }
  for (std::int64_t most = std::int64_t{32} << 31; most < static_cast<std::int64_t>(largest);
       most += std::int64_t{32} << 31)
    sizes.push_back(most - random.below(32, sizes.size()));

  Case c(std::to_string(sizes.size()) + " numbers of elements, up to 10^12");
  c.number("count", static_cast<std::int64_t>(sizes.size()));
  c.input("sizes", sizes);
  c.number("n", 0);
  c.output<std::uint32_t>("square", 0);
  c.output<std::int64_t>("launch", 2 * sizes.size());
  c.expect_that("launch", [sizes](std::span<const std::int64_t> launch) -> std::optional<Difference> {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const std::int64_t blocks = launch[2 * i];
      const std::int64_t threads = launch[2 * i + 1];
      const std::string why = fault(sizes[i], blocks, threads);
      if (!why.empty()) {
        return Difference{2 * i, std::to_string(blocks) + " blocks of " + std::to_string(threads),
                          "a launch that fits", why};
      }
    }
    return std::nullopt;
  });
  return c;
}

Case fill(std::size_t n) {
  std::vector<std::uint32_t> square(n);
  for (std::size_t i = 0; i < n; ++i) square[i] = static_cast<std::uint32_t>(i * i);
  Case c("n = " + std::to_string(n));
  c.number("count", 0);
  c.input("sizes", std::vector<std::int64_t>{});
  c.number("n", static_cast<std::int64_t>(n));
  c.output<std::uint32_t>("square", n);
  c.output<std::int64_t>("launch", 3);
  c.expect("square", square);
  c.expect_that("launch", [n](std::span<const std::int64_t> launch) -> std::optional<Difference> {
    const std::string said = std::to_string(launch[0]) + " blocks of " + std::to_string(launch[1]);
    if (const std::string why = fault(static_cast<std::int64_t>(n), launch[0], launch[1]); !why.empty())
      return Difference{0, said, "a launch that fits", why};
    if (launch[2] == 0)
      return Difference{2, "another launch", said, "fill_squares must launch as launch_for says"};
    return std::nullopt;
  });
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  all.push_back(plan(seed));
  const auto any = tutorial::exercise::drawn_size<std::size_t>(seed, 5000, 6999);
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{31}, std::size_t{1025}, any})
    all.push_back(fill(n));
  for (const std::size_t n : tutorial::exercise::small_sizes<std::size_t>(seed)) all.push_back(fill(n));
  all.push_back(fill(tutorial::exercise::drawn_size<std::size_t>(seed, 65'600, 70'000)));
  add_counted<std::size_t>(all, seed, 9216, 8961, [](std::size_t n) { return fill(n); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
