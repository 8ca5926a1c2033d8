#pragma once

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "tutorial/tutorial.hpp"

/// A vector of ints, for scratch_from_pool and sum_early_launch.
namespace overlap {

constexpr int sum_threads = 256;  ///< per block

/// Adds --n.
inline void add_vector_options(tutorial::Program& program, std::int64_t& n) {
  program.size("--n", n, "number of elements", {.gpu = 1'000'000, .simulator = 100'000, .quick = 10'000});
}

/// A vector of ints on the host, and its sum.
class Vector {
 public:
  static constexpr int poison = -2147483647;

  Vector(std::int64_t n, std::uint64_t seed) : values(static_cast<std::size_t>(n)) {
    const tutorial::Random random(seed);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1 + static_cast<int>(random.below(100, i));
  }

  tutorial::Verdict check(int sum) const {
    return tutorial::verify(std::vector<int>{sum},
                            [&](std::int64_t) { return std::accumulate(values.begin(), values.end(), 0); });
  }

  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(static_cast<std::int64_t>(values.size())),
            .work = static_cast<double>(values.size()) * sizeof(int)};
  }
  tutorial::Case end_to_end_row(const std::string& variant) const {
    tutorial::Case end_to_end = row(variant);
    end_to_end.size += ", end to end";
    return end_to_end;
  }

  std::vector<int> values;
};

}  // namespace overlap
