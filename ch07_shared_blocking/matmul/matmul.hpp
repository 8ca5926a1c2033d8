#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "matmul/product_checks.hpp"
#include "tutorial/tile_grid.hpp"
#include "tutorial/tutorial.hpp"

/// What the matrix products of chapter 7 share: C = A B, row-major, no padding; the command line and the check.
namespace matmul {

/// What the user chose.
struct Options {
  Shape shape;
  std::string data;
};

/// Adds --m, --n, --k and --data.
inline void add_options(tutorial::Program& program, Options& options) {
  program.size("--m", options.shape.m, "rows of A and of C", {.gpu = 4096, .simulator = 96, .quick = 130});
  program.size("--n", options.shape.n, "columns of B and of C", {.gpu = 4096, .simulator = 96, .quick = 70});
  program.size("--k", options.shape.k, "columns of A, rows of B: terms of a sum",
               {.gpu = 4096, .simulator = 96, .quick = 36});
  program.choice(
      "--data", options.data,
      "values between -1 and 1; large terms of which neighbours almost cancel; so small that the products "
      "are denormal; all equal; one element of A and of B other than zero; sizes from 2^-40 to 2^40, in both "
      "or in one",
      {"random", "cancelling", "denormal", "equal", "single", "wide", "wide_a", "wide_b"});
}

/// A, B and C on the device.
struct Matrices {
  tutorial::DeviceBuffer<float>&a, &b, &c;
};

/// A and B on the host, and the check of their product.
class Input {
 public:
  /// @throws tutorial::UsageError for a shape that is too large
  Input(const Options& options, std::uint64_t data_seed)
      : shape(checked(options.shape)), data_(options.data), seed_(data_seed) {}

  /// Makes both factors: call it before any check.
  const Factors& make_factors() { return factors_ = make_data(shape, data_, seed_); }

  /// Is `c` right, the result of `multiply`? Two checks, since either has a blind spot:
  ///
  /// 1. the result `c`, against sums in double: every element, or sampled rows and columns of a large problem. The
  ///    bound grows with k, so at large k a single lost term could hide in it;
  /// 2. `multiply` once more, untimed, on integers, into a poisoned C: every element, exactly. Which elements a kernel
  ///    reads, multiplies and writes does not depend on their values: a term that is lost, counted twice or taken from
  ///    elsewhere, and an element that is not written, are noticed here. So are factors that were rounded to fewer
  ///    digits on the way (TF32 keeps 11 bits), up to k = 4096: here they have 12.
  ///
  /// Where the simulator runs a sample of the blocks, what these have written is compared, and no more.
  tutorial::Verdict check(const std::vector<float>& c, const Matrices& on_device,
                          const std::function<void()>& multiply) const {
    if (tutorial::blocks_are_sampled()) return check_written(shape, factors_, c);
    const tutorial::Verdict rounded = check_rounded(shape, factors_, c);
    if (!rounded.ok) return rounded;
    const Factors integers = make_integers(shape, seed_);
    on_device.a.copy_from(integers.a);
    on_device.b.copy_from(integers.b);
    on_device.c.poison();
    multiply();
    const std::vector<float> got = on_device.c.to_host();
    on_device.a.copy_from(factors_.a);
    on_device.b.copy_from(factors_.b);
    return check_integers(shape, integers, got, seed_);
  }

  /// The table's row. A product and an addition are two operations, fused or not.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = shape.text(),
            .work = 2.0 * shape.products(),
            .unit = tutorial::Unit::teraflops,
            .ceiling = tutorial::Ceiling::fma};
  }

  const Shape shape;

 private:
  static Shape checked(const Shape& shape) {
    constexpr std::int64_t side_limit = std::int64_t{1} << 31;
    constexpr std::int64_t count_limit = std::int64_t{1} << 40;
    tutorial::Program::require(
        shape.m < side_limit && shape.n < side_limit,
        "--m and --n must be below 2^31 each: row and column numbers are 32 bits wide");
    tutorial::Program::require(shape.k < 1 << 24,
                               "--k must be below 2^24: from there on a sum of floats can lose every digit, "
                               "and no check could tell");
    const auto [shorter, longer] = std::minmax(shape.m, shape.n);
    tutorial::Program::require(longer == 0 || std::max(shorter, shape.k) <= count_limit / longer,
                               "no matrix may have more than 2^40 elements");
    return shape;
  }

  std::string data_;
  std::uint64_t seed_;
  Factors factors_;
};

}  // namespace matmul
