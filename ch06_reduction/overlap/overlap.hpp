#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "tutorial/tutorial.hpp"

/// What the programs that copy in, compute and copy out share.
namespace overlap {

constexpr int block_size = 256;

/// What the user chose.
struct Options {
  std::int64_t n = 0;
  std::int64_t chunks = 0;
};

/// Adds --n and --chunks.
inline void add_options(tutorial::Program& program, Options& options) {
  program.size("--n", options.n, "number of floats",
               {.gpu = 100'000'000, .simulator = 100'000, .quick = 10'000});
  program.size("--chunks", options.chunks,
               "parts that are copied one after the other, if the program has parts",
               tutorial::everywhere(16));
}

/// The elements on the host, and what must become of them.
class Input {
 public:
  /// @throws tutorial::UsageError if there is nothing to copy
  Input(const Options& options, std::uint64_t seed) : n(options.n), random_(seed) {
    tutorial::Program::require(n > 0, "--n must be at least 1: there is nothing to copy");
  }

  /// Writes all elements: integers of 20 bits, so that the results are exact.
  void make_values(float* values) const {
    tutorial::in_parts(n, 1, [&](int, std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) values[i] = value(i);
    });
  }

  /// Fills results with a value that none can have.
  void poison(float* results) const {
    std::memset(results, 0xFF, static_cast<std::size_t>(n) * sizeof(float));
  }

  /// Are these the results?
  tutorial::Verdict check(const float* results) const {
    return tutorial::verify(std::span<const float>(results, static_cast<std::size_t>(n)),
                            [&](std::int64_t i) { return value(i) / 2 + 1; });
  }

  /// The table's row, whose time ends when all results are on the host: each element crosses the bus twice.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(n) + ", end to end",
            .work = static_cast<double>(n) * 2 * sizeof(float)};
  }

  const std::int64_t n;

 private:
  float value(std::int64_t i) const {
    return static_cast<float>(random_.bits(static_cast<std::uint64_t>(i)) >> 44);
  }

  const tutorial::Random random_;
};

}  // namespace overlap
