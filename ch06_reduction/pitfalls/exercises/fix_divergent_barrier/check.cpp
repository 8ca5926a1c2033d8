#include <algorithm>
#include <climits>
#include <cstdint>
#include <string>
#include <vector>

#include <tutorial/exercise/check.hpp>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

constexpr std::size_t block_size = 128;

// In long vectors, factors of all bits and both signs: of a pair of products the second takes nearly all of the first away, so that each
// product and each sum fits an int.
void widen(std::vector<int>& a, std::vector<int>& b, const tutorial::Random& random) {
  for (std::size_t i = 0; i + 1 < a.size(); i += 2) {
    const auto wide = std::clamp(tutorial::exercise::any_value<int>(random.bits(2 * a.size() + i)),
                                 -2'000'000'000, 2'000'000'000);
    std::vector<int>&large = i % 4 == 0 ? a : b, &sign = i % 4 == 0 ? b : a;
    large[i + 1] -= wide;
    large[i] = wide;
    sign[i] = sign[i + 1] = 1 - static_cast<int>(i % 3);
    if (i % 10 != 6) continue;  // both factors are long
    const auto factor = [&](std::uint64_t choice) {
      return 30'000 + static_cast<int>(random.below(16'000, 4 * a.size() + i + choice));
    };
    large[i] = i % 4 == 0 ? factor(0) : -factor(0);
    large[i + 1] = 1 - large[i];
    sign[i] = sign[i + 1] = factor(1);
  }
}

// In short vectors, products are in turn positive in one block, and negative in the next. One of each block is the least or the largest int, and
// one is 0.
void add_limits(std::vector<int>& a, std::vector<int>& b, const tutorial::Random& random) {
  for (std::size_t first = 0; first < a.size(); first += block_size) {
    const std::size_t size = std::min(block_size, a.size() - first);
    const bool is_positive = (first / block_size + a.size()) % 2 == 0;
    if (!is_positive)
      for (std::size_t i = first; i < first + size; ++i) a[i] = -a[i];
    const auto chosen = [&](std::uint64_t choice) {
      return first + random.below(static_cast<std::uint32_t>(size), 2 * a.size() + 2 * first + choice);
    };
    a[chosen(0)] = 0;
    const std::size_t limit = chosen(1);
    a[limit] = is_positive ? INT_MIN : INT_MAX;
    b[limit] = 1;
  }
}

Case partial_dots(std::size_t n, std::uint64_t seed) {
  const tutorial::Random random(seed + n);
  std::vector<int> a(n), b(n), partial((n + block_size - 1) / block_size);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = 1 + static_cast<int>(random.below(900, 2 * i));
    b[i] = 1 + static_cast<int>(random.below(700, 2 * i + 1));
  }
  if (n > 1200)
    widen(a, b, random);
  else if (n > 40)
    add_limits(a, b, random);
  for (std::size_t i = 0; i < n; ++i) partial[i / block_size] += a[i] * b[i];
  Case c("n = " + std::to_string(n));
  c.number("n", static_cast<std::int64_t>(n));
  c.input("a", a);
  c.input("b", b);
  c.output<int>("partial", partial.size());
  c.expect("partial", partial);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t n : {0, 1, 31, 33, 127, 128, 129, 1009}) all.push_back(partial_dots(n, seed));
  for (const std::size_t n : tutorial::exercise::small_sizes<std::size_t>(seed))
    all.push_back(partial_dots(n, seed));
  add_counted<std::size_t>(all, seed, 1270, 1217, [seed](std::size_t n) { return partial_dots(n, seed); });
  all.push_back(partial_dots(tutorial::exercise::drawn_size<std::size_t>(seed, 65'600, 70'000), seed));
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
