#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tutorial/elements.hpp"
#include "tutorial/tutorial.hpp"

/// What the programs on scans share: a vector of ints, the command line, and the checks.
namespace scan {

/// Adds --n.
inline void add_options(tutorial::Program& program, std::int64_t& n) {
  program.size("--n", n, "number of elements", {.gpu = 100'000'000, .simulator = 200'000, .quick = 10'000});
}

/// The vector on the host, its partial sums, and its positive elements.
class Input {
 public:
  Input(std::int64_t size, std::uint64_t seed);

  /// The vector: values from -128 to 128 and never 0, so that no element can be lost unseen. Their sums stay small.
  const std::vector<int>& values() const { return values_; }

  /// Is out[i] the sum of the elements before i?
  tutorial::Verdict check_sums(const std::vector<int>& out) const {
    return tutorial::verify(out, [&](std::int64_t i) { return sums_[static_cast<std::size_t>(i)]; });
  }

  /// Are these the positive elements, in their order, and is this their number?
  tutorial::Verdict check_positive(const std::vector<int>& out, std::int64_t count) const;

  /// The table's row of a scan: each element is read once and written once.
  tutorial::Case sums_row(const std::string& variant) const { return row(variant, n); }
  /// The same for a compaction, which writes only the positive elements.
  tutorial::Case positive_row(const std::string& variant) const {
    return row(variant, static_cast<std::int64_t>(positive_.size()));
  }

  const std::int64_t n;

 private:
  tutorial::Case row(const std::string& variant, std::int64_t written) const {
    return {.variant = variant,
            .size = tutorial::count_text(n),
            .work = static_cast<double>(n + written) * sizeof(int),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::copy};
  }

  std::vector<int> values_, sums_, positive_;
};

inline Input::Input(std::int64_t size, std::uint64_t seed)
    : n(size), values_(static_cast<std::size_t>(n)), sums_(static_cast<std::size_t>(n)) {
  const tutorial::Random random(seed);
  struct Part {
    int sum = 0;
    std::vector<int> positive;
  };
  std::vector<Part> parts(static_cast<std::size_t>(tutorial::part_count(n, 1)));
  tutorial::in_parts(n, 1, [&](int number, std::int64_t begin, std::int64_t end) {
    Part& part = parts[static_cast<std::size_t>(number)];
    for (std::int64_t i = begin; i < end; ++i) {
      const std::uint64_t bits = random.bits(static_cast<std::uint64_t>(i));
      const auto magnitude = static_cast<int>(1 + (bits >> 8) % 128);
      const int value = bits % 2 == 0 ? magnitude : -magnitude;
      values_[static_cast<std::size_t>(i)] = value;
      sums_[static_cast<std::size_t>(i)] = part.sum;  // of this part only
      part.sum += value;
      if (value > 0) part.positive.push_back(value);
    }
  });

  std::vector<int> before_parts;
  int before = 0;
  for (const Part& part : parts) {
    before_parts.push_back(before);
    before += part.sum;
    positive_.insert(positive_.end(), part.positive.begin(), part.positive.end());
  }
  tutorial::in_parts(n, 1, [&](int number, std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      sums_[static_cast<std::size_t>(i)] += before_parts[static_cast<std::size_t>(number)];
  });
}

inline tutorial::Verdict Input::check_positive(const std::vector<int>& out, std::int64_t count) const {
  const auto want = static_cast<std::int64_t>(positive_.size());
  if (count != want) {
    return {.ok = false, .text = "count: " + std::to_string(count) + " instead of " + std::to_string(want)};
  }
  return tutorial::verify(std::span<const int>(out.data(), positive_.size()),
                          [&](std::int64_t i) { return positive_[static_cast<std::size_t>(i)]; });
}

/// The part of a vector that each of `blocks` blocks owns: a multiple of `unit` elements, so that every part begins at a
/// multiple of 16 bytes.
inline std::int64_t share_of_block(std::int64_t n, unsigned blocks, int unit) {
  const std::int64_t units = (n + unit - 1) / unit;
  return (units + blocks - 1) / blocks * unit;
}

}  // namespace scan
