#include <cstdint>
#include <string>
#include <vector>

#include <tutorial/exercise/check.hpp>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

constexpr std::size_t fields = 8;

Case named(std::size_t n, std::uint32_t records) {
  Case c("n = " + std::to_string(n) + ", a table of " + std::to_string(records));
  c.number("n", static_cast<std::int64_t>(n));
  return c;
}

// Some records of a table of `records`, in any order; some are taken several times and some never. Many records have words of any bits. In a
// table of more than 16 bits count, words are numbers that take little time to make, and every other record is one of the last.
Case gather(std::size_t n, std::uint32_t records, std::uint64_t seed) {
  constexpr std::uint32_t most_small = 65'536;
  const bool is_large = records > most_small;
  const tutorial::Random random(seed + n);
  std::vector<float> table(fields * records), out(fields * n);
  for (std::size_t w = 0; w < table.size(); ++w)
    table[w] = is_large   ? static_cast<float>(w)
               : n < 1500 ? 1 + random.uniform(w)
                          : tutorial::exercise::any_word<float>(random.bits(w));
  std::vector<int> index(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t first = is_large && i % 2 == 0 ? most_small : 0;
    index[i] = static_cast<int>(first + random.below(records - first, table.size() + i));
    for (std::size_t f = 0; f < fields; ++f)
      out[fields * i + f] = table[fields * static_cast<std::size_t>(index[i]) + f];
  }
  Case c = named(n, records);
  c.input("table", table);
  c.input("index", index);
  c.output<float>("out", out.size());
  c.expect_words("out", out);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t n : {0, 1, 15, 31, 33, 1009}) all.push_back(gather(n, 701, seed));
  for (const std::size_t n : tutorial::exercise::small_sizes<std::size_t>(seed))
    all.push_back(gather(n, 701, seed));
  all.push_back(gather(257, 3, seed));
  all.push_back(gather(70, tutorial::exercise::drawn_size<std::uint32_t>(seed, 65'600, 67'000), seed));
  all.push_back(gather(tutorial::exercise::drawn_size<std::size_t>(seed, 16'400, 17'000), 701, seed));
  add_counted<std::size_t>(all, seed, 2000, 1901, [seed](std::size_t n) { return gather(n, 3001, seed); });
  return all;
}

Case large() {
  constexpr std::size_t n = 1'000'000;
  constexpr std::uint32_t records = 500'000;
  const tutorial::Random random(1);
  std::vector<int> index(n);
  for (std::size_t i = 0; i < n; ++i) index[i] = static_cast<int>(random.below(records, i));
  Case c = named(n, records);
  c.input("table", std::vector<float>(fields * records, 1.0f));
  c.input("index", index);
  c.output<float>("out", fields * n);
  return c;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
TUTORIAL_PREDICTED(large)
