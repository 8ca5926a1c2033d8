#include "../block_sums_case.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

constexpr int least_calls = 2, most_calls = 6;

// So many sums, one after the other, with the same partial sums and the same ticket: of all elements, of the first `second`, and of others.
Case sums(std::size_t n, std::size_t second, int calls, std::uint64_t seed) {
  const tutorial::Random random(seed + n);
  const std::vector<int> in = elements_to_sum(n, n, random);
  std::vector<std::size_t> sizes = {n, second};
  for (std::size_t call = sizes.size(); call < static_cast<std::size_t>(calls); ++call)
    sizes.push_back(tutorial::exercise::drawn_size<std::size_t>(seed + call, 0, n));
  Case c("n = " + std::to_string(n) + ", then " + std::to_string(second) +
         (calls > 2 ? ", " + std::to_string(calls) + " calls" : ""));
  c.number("calls", calls);
  std::vector<int> result;
  for (std::size_t call = 0; call < sizes.size(); ++call) {
    result.push_back(0);
    for (std::size_t i = 0; i < sizes[call]; ++i) result.back() += in[i];
    c.number("n" + std::to_string(call), static_cast<std::int64_t>(sizes[call]));
  }
  c.input("in", in);
  c.output<int>("partial", 16);
  c.in_out("ticket", std::vector<unsigned>{0});
  c.output<int>("result", result.size());
  c.expect("result", result);
  return c;
}

Cases cases(std::uint64_t seed) {
  using tutorial::exercise::drawn_size;
  Cases all;
  int calls = drawn_size(seed, least_calls + 1, most_calls - 1);
  for (const std::size_t n : {129, 0, 1, 31, 33, 70, 2049}) {
    all.push_back(sums(n, n * 2 / 3, n == 31 ? most_calls : calls, seed));
    calls = least_calls;
  }
  const auto few = drawn_size<std::size_t>(seed + 2, 3, 62);
  for (const std::size_t n : std::vector<std::size_t>{2, 5, 17, 24, few})
    all.push_back(sums(n, n / 2, least_calls, seed));
  const auto large = drawn_size<std::size_t>(seed, 65'600, 70'000);
  all.push_back(sums(large, large / 3, least_calls, seed));
  add_counted<std::size_t>(all, seed, 5003, 4801,
                           [seed](std::size_t n) { return sums(n, n - 1002, least_calls, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
