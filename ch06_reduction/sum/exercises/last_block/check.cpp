#include "../block_sums_case.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

// Two sums, one after the other, with the same partial sums and the same ticket: of all elements, and of
// the first `second`.
Case sum_twice(std::size_t n, std::size_t second, std::uint64_t seed) {
  const std::vector<int> in = elements_to_sum(n, n, tutorial::Random(seed + n));
  std::vector<int> result = {0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    result[0] += in[i];
    if (i < second) result[1] += in[i];
  }
  Case c("n = " + std::to_string(n) + ", then " + std::to_string(second));
  c.number("n", static_cast<std::int64_t>(n));
  c.number("second", static_cast<std::int64_t>(second));
  c.input("in", in);
  c.output<int>("partial", 16);
  c.in_out("ticket", std::vector<unsigned>{0});
  c.output<int>("result", 2);
  c.expect("result", result);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t n : {129, 0, 1, 31, 33, 2049, 10007}) all.push_back(sum_twice(n, n * 2 / 3, seed));
  const auto large = tutorial::exercise::drawn_size<std::size_t>(seed, 65'600, 70'000);
  all.push_back(sum_twice(large, large / 3, seed));
  add_counted<std::size_t>(all, seed, 5003, 4801,
                           [seed](std::size_t n) { return sum_twice(n, n - 1002, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
