#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "halves/pairs.cuh"
#include "tutorial/elements.hpp"
#include "tutorial/tutorial.hpp"

/// What the programs on numbers of 2 bytes share: a vector, the command line and the check of its sum.
namespace halves {

/// What the user chose.
struct Options {
  std::int64_t n = 0;
  std::string format;
  std::string data;
};

/// Adds --n, --format and --data.
inline void add_options(tutorial::Program& program, Options& options) {
  program.size("--n", options.n, "number of elements",
               {.gpu = 200'000'000, .simulator = 200'000, .quick = 10'000});
  program.choice("--format", options.format, "11 significant bits, or 8", {"fp16", "bf16"});
  program.choice("--data", options.data, "integers from -8 to 8, no zero; or numbers between 0.5 and 1",
                 {"random", "fractions"});
}

/// Largest relative rounding error of one operation in T.
template <typename T>
constexpr double roundoff = std::is_same_v<T, __half> ? 0x1p-11 : 0x1p-8;

/// The errors of the additions in float that a value passes through, in a grid that walks over n elements and ends in the last block.
inline double float_rounding(std::int64_t n, unsigned grid, int block_size) {
  const std::int64_t threads = std::int64_t{grid} * block_size;
  const std::int64_t additions = n / threads + 16 + 10 + grid / static_cast<unsigned>(block_size) + 1 + 10;
  return static_cast<double>(additions) * tutorial::unit_roundoff<float>;
}

/// Calls f(zero) with a zero of the type that the user chose.
template <typename F>
void with_format(const Options& options, F&& f) {
  if (options.format == "fp16") {
    f(__half{});
  } else {
    f(__nv_bfloat16{});
  }
}

/// The vector on the host, and the check of its sum. Each number is an integer in units of 1/256, of at most 8 bits: exact in
/// both formats.
template <typename T>
class Input {
 public:
  Input(const Options& options, std::uint64_t seed)
      : n(options.n), format_(options.format), random_(options.data == "random"), bits_(seed) {}

  /// All elements. Also adds them up for check().
  std::vector<T> make_values() {
    std::vector<T> values(static_cast<std::size_t>(n));
    std::vector<std::int64_t> sums(static_cast<std::size_t>(tutorial::part_count(n, 1)));
    tutorial::in_parts(n, 1, [&](int part, std::int64_t begin, std::int64_t end) {
      std::int64_t sum = 0;
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t grains = grains_at(i);
        values[static_cast<std::size_t>(i)] = narrowed<T>(static_cast<float>(grains) / 256);
        sum += grains;
      }
      sums[static_cast<std::size_t>(part)] = sum;
    });
    sum_ = 0;
    for (const std::int64_t sum : sums) sum_ += sum;
    return values;
  }

  /// Is this the sum, if the relative errors of the additions that a value passes through add up to at most `ku`? Sums of the random integers are
  /// exact, since all partial sums fit into the significand.
  tutorial::Verdict check(float sum, double ku) const {
    return tutorial::verify(
        std::vector<float>{sum}, [&](std::int64_t) { return static_cast<double>(sum_) / 256; },
        tutorial::Tolerance{.relative = random_ ? 0 : tutorial::growth(ku)},
        [](std::int64_t) { return std::string("sum"); });
  }

  /// How far a sum is off, for the line below the table.
  std::string error_text(float sum) const {
    const double exact = static_cast<double>(sum_) / 256;
    return tutorial::value_text(static_cast<double>(sum)) + ", exact " + tutorial::value_text(exact);
  }

  /// The table's row: each element is read once.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = tutorial::count_text(n) + (random_ ? "" : ", fractions"),
            .type = format_,
            .work = static_cast<double>(n) * sizeof(T),
            .unit = tutorial::Unit::gigabytes_per_second,
            .ceiling = tutorial::Ceiling::read};
  }

  const std::int64_t n;

 private:
  std::int64_t grains_at(std::int64_t i) const {
    const std::uint64_t bits = bits_.bits(static_cast<std::uint64_t>(i));
    if (!random_) return 128 + static_cast<std::int64_t>(bits % 128);
    const auto magnitude = static_cast<std::int64_t>(1 + (bits >> 8) % 8) * 256;
    return bits % 2 == 0 ? magnitude : -magnitude;
  }

  const std::string format_;
  const bool random_;
  const tutorial::Random bits_;
  std::int64_t sum_ = 0;
};

}  // namespace halves
