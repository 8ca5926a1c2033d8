#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tutorial/elements.hpp"
#include "tutorial/tutorial.hpp"

/// What the programs on histograms share: keys from 0 to 255, the command line, and the check.
namespace histogram {

constexpr int bins = 256;

/// What the user chose.
struct Options {
  std::int64_t n = 0;
  std::string data;
  std::string keys;
};

/// Adds --n, --data and --keys.
inline void add_options(tutorial::Program& program, Options& options) {
  program.size("--n", options.n, "number of keys",
               {.gpu = 1'000'000'000, .simulator = 500'000, .quick = 10'000});
  program.choice("--data", options.data,
                 "keys: all equally frequent; all the same; three of four between 0 and 3; in order",
                 {"random", "equal", "skewed", "sorted"});
  program.choice("--keys", options.keys, "a key is a byte, or an int from 0 to 255", {"bytes", "ints"});
}

/// The keys on the host, and how often each occurs.
class Input {
 public:
  /// @throws tutorial::UsageError if a counter could overflow
  Input(const Options& options, std::uint64_t seed)
      : n(options.n), data_(options.data), type_(options.keys == "bytes" ? "byte" : "int"), random_(seed) {
    tutorial::Program::require(n < std::int64_t{1} << 32, "--n must be below 2^32: counters have 32 bits");
  }

  /// All keys. Also counts them for check().
  template <typename Key>
  std::vector<Key> make_keys() {
    std::vector<Key> keys(static_cast<std::size_t>(n));
    std::vector<Counts> of_parts(static_cast<std::size_t>(tutorial::part_count(n, 1)));
    tutorial::in_parts(n, 1, [&](int part, std::int64_t begin, std::int64_t end) {
      Counts counts{};
      for (std::int64_t i = begin; i < end; ++i) {
        const unsigned key = key_at(i);
        keys[static_cast<std::size_t>(i)] = static_cast<Key>(key);
        ++counts[key];
      }
      of_parts[static_cast<std::size_t>(part)] = counts;
    });
    counts_ = {};
    for (const Counts& counts : of_parts)
      for (std::size_t bin = 0; bin < bins; ++bin) counts_[bin] += counts[bin];
    return keys;
  }

  /// Are these the counts of the keys? Every bin must be exact.
  tutorial::Verdict check(const std::vector<unsigned>& counts) const {
    return tutorial::verify(
        counts, [&](std::int64_t bin) { return counts_[static_cast<std::size_t>(bin)]; }, {},
        [](std::int64_t bin) { return "bin " + std::to_string(bin); });
  }

  /// The table's row: every key is read once.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(n) + (data_ == "random" ? "" : ", " + data_),
            .type = type_,
            .work = static_cast<double>(n) * (type_ == "byte" ? 1 : sizeof(int)),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::read};
  }

  const std::int64_t n;

 private:
  using Counts = std::array<std::uint64_t, bins>;

  unsigned key_at(std::int64_t i) const {
    if (data_ == "equal") return 77;
    if (data_ == "sorted")
      return static_cast<unsigned>(static_cast<std::uint64_t>(i) * bins / static_cast<std::uint64_t>(n));
    const std::uint64_t bits = random_.bits(static_cast<std::uint64_t>(i));
    const bool few = data_ == "skewed" && bits >> 32 & 3;
    return static_cast<unsigned>(bits % (few ? 4 : bins));
  }

  const std::string data_;
  const std::string type_;
  const tutorial::Random random_;
  Counts counts_{};
};

}  // namespace histogram
