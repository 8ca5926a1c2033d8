#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tutorial/tile_grid.hpp"
#include "tutorial/tutorial.hpp"

/// What the matrix products of chapter 7 share: C = A B, row-major, no padding; the inputs and the check.
namespace matmul {

/// A is m x k, B is k x n, C is m x n.
struct Shape {
  std::int64_t m, n, k;

  std::string text() const {
    return tutorial::count_text(m) + " x " + tutorial::count_text(n) + " x " + tutorial::count_text(k);
  }
  double products() const { return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k); }
};

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

/// The two factors.
struct Factors {
  std::vector<float> a, b;
};

/// Makes both factors; a_value(row, term) and b_value(term, column) give the elements.
template <typename A, typename B>
Factors make_factors(const Shape& shape, A&& a_value, B&& b_value) {
  Factors factors;
  factors.a.reserve(static_cast<std::size_t>(shape.m * shape.k));
  factors.b.reserve(static_cast<std::size_t>(shape.k * shape.n));
  for (std::int64_t row = 0; row < shape.m; ++row)
    for (std::int64_t term = 0; term < shape.k; ++term) factors.a.push_back(a_value(row, term));
  for (std::int64_t term = 0; term < shape.k; ++term)
    for (std::int64_t col = 0; col < shape.n; ++col) factors.b.push_back(b_value(term, col));
  return factors;
}

/// The data of --data, no two rows or columns alike where it is random.
inline Factors make_data(const Shape& shape, const std::string& data, std::uint64_t seed) {
  const auto value = [](std::uint64_t seed_of, std::int64_t i) {
    return 2 * tutorial::Random(seed_of).uniform(static_cast<std::uint64_t>(i)) - 1;  // of both signs
  };
  const auto a = [&](auto row, auto term) { return value(seed, row * shape.k + term); };
  const auto b = [&](auto term, auto col) { return value(seed + 1, term * shape.n + col); };
  if (data == "cancelling") {
    // Terms 2p and 2p + 1 have the same large part, with opposite signs.
    const auto large = [&](auto row, auto term) { return 0x1p20f * a(row, term / 2) + a(row, term); };
    const auto sign = [&](auto term, auto col) { return (term % 2 == 0 ? 1.0f : -1.0f) * b(term / 2, col); };
    return make_factors(shape, large, sign);
  }
  if (data == "denormal" || data == "wide") {
    const auto scale = [&](auto i) { return data == "wide" ? std::exp2(i % 81 - 40) : 0x1p-70; };
    const auto scaled_a = [&](auto row, auto term) { return scale(3 * row + 7 * term) * a(row, term); };
    const auto scaled_b = [&](auto term, auto col) { return scale(5 * term + 2 * col) * b(term, col); };
    return make_factors(shape, scaled_a, scaled_b);
  }
  // A row of A or a column of B has one size: no larger terms hide the small ones where they get lost.
  const auto sized = [](auto line, float x) { return std::exp2(40 * line % 81 - 40) * x; };
  if (data == "wide_a")
    return make_factors(
        shape, [&](auto row, auto term) { return sized(row, a(row, term)); }, b);
  if (data == "wide_b")
    return make_factors(shape, a, [&](auto term, auto col) { return sized(col, b(term, col)); });
  if (data == "equal") {
    const auto one_third = [](auto, auto) { return 1.0f / 3; };
    return make_factors(shape, one_third, one_third);
  }
  if (data == "single") {
    // The last term, in a row and a column that are in no corner. fp16 can represent its size only if it is scaled.
    const auto last = [&](auto term, bool here, float one) { return here && term == shape.k - 1 ? one : 0; };
    return make_factors(
        shape, [&](auto row, auto term) { return last(term, row == shape.m / 3, 0x3p20f); },
        [&](auto term, auto col) { return last(term, col == 2 * shape.n / 3, 0x5p-20f); });
  }
  return make_factors(shape, a, b);
}

/// Integers, so chosen that every sum of products stays below 2^24, where floats hold all integers: in any order
/// of the additions the result is exact. In term 0, 2, .. A is wide and B is 1 or -1; in term 1, 3, .. it is the
/// other way round. No product is zero, so a term that is lost or counted twice changes the result.
inline Factors make_integers(const Shape& shape, std::uint64_t seed) {
  const auto largest = static_cast<std::uint32_t>((1 << 24) / std::max<std::int64_t>(shape.k, 4));
  const auto value = [&](bool wide, std::uint64_t seed_of, std::int64_t i) {
    const std::uint32_t drawn =
        tutorial::Random(seed_of).below(wide ? largest : 2, static_cast<std::uint64_t>(i));
    return wide ? 1 + static_cast<float>(drawn) : drawn == 0 ? -1.0f : 1.0f;
  };
  return make_factors(
      shape, [&](auto row, auto term) { return value(term % 2 == 0, seed + 2, row * shape.k + term); },
      [&](auto term, auto col) { return value(term % 2 == 1, seed + 3, term * shape.n + col); });
}

/// A problem of at most this many products is checked in every element against sums in double; of a larger one,
/// some sixteen rows and as many columns, the first and the last among them.
constexpr double all_products = 0x1p27;
inline bool is_sampled(std::int64_t line, std::int64_t count) {
  return line % std::max<std::int64_t>(1, count / 16) == 0 || line == count - 1;
}

/// Is `c` the product of `factors`, up to rounding?
///
/// A product is rounded once and passes through k - 1 additions, in whatever order; with fused multiply-adds
/// it is less. So an element errs by growth(k u) * sum |a b| at most, u = 2^-24: (1 + u)^k - 1 <= ku / (1 -
/// ku) (Higham, Accuracy and Stability, ch. 3). A rounding of a denormal adds 2^-150 at most. The reference,
/// in double, multiplies exactly, and its additions err by 2^-53 each.
inline tutorial::Verdict check_rounded(const Shape& shape, const Factors& factors,
                                       const std::vector<float>& c) {
  const auto terms = static_cast<std::size_t>(shape.k);
  const double ku = static_cast<double>(shape.k) * (0x1p-24 + 0x1p-53);
  const double relative = ku / (1 - ku);
  const double absolute = static_cast<double>(shape.k) * 0x1p-150;
  const bool all = shape.products() <= all_products;
  std::vector<std::int64_t> index;  // of the elements that are looked at
  std::vector<float> got;
  std::vector<double> want, allowed;
  std::vector<float> b(terms);  // a column
  for (std::int64_t col = 0; col < shape.n; ++col) {
    for (std::size_t term = 0; term < terms; ++term)
      b[term] = factors.b[term * static_cast<std::size_t>(shape.n) + static_cast<std::size_t>(col)];
    for (std::int64_t row = 0; row < shape.m; ++row) {
      if (!all && !is_sampled(row, shape.m) && !is_sampled(col, shape.n)) continue;
      const float* a = factors.a.data() + row * shape.k;
      double sum = 0, size = 0;  // of the products, and of their absolute values
      for (std::size_t term = 0; term < terms; ++term) {
        const double product = static_cast<double>(a[term]) * b[term];
        sum += product;
        size += std::abs(product);
      }
      index.push_back(row * shape.n + col);
      got.push_back(c[static_cast<std::size_t>(index.back())]);
      want.push_back(sum);
      allowed.push_back(relative * size + absolute);
    }
  }
  const auto at = [](const auto& values) {
    return [&](std::int64_t i) { return values[static_cast<std::size_t>(i)]; };
  };
  return tutorial::verify(got, at(want), at(allowed),
                          [&](std::int64_t i) { return tutorial::matrix_index(shape.n)(at(index)(i)); });
}

/// Are the elements right that a sample of the blocks has written? Against sums in double, with twice the bound of
/// check_rounded.
inline tutorial::Verdict check_written(const Shape& shape, const Factors& factors,
                                       const std::vector<float>& c) {
  const auto sum_of = [&](std::int64_t i, auto term) {
    const float* a = factors.a.data() + i / shape.n * shape.k;
    const float* b = factors.b.data() + i % shape.n;
    double sum = 0;
    for (std::int64_t k = 0; k < shape.k; ++k) sum += term(static_cast<double>(a[k]) * b[k * shape.n]);
    return sum;
  };
  const double relative = static_cast<double>(shape.k) * 0x1p-23;
  return tutorial::verify(
      c, [&](std::int64_t i) { return sum_of(i, [](double product) { return product; }); },
      [&](std::int64_t i) { return relative * sum_of(i, [](double product) { return std::abs(product); }); },
      tutorial::matrix_index(shape.n));
}

/// Is `c` exactly the product of two integer factors, in every element? In m n + n k + m k steps, not m n k
/// (Freivalds 1977).
///
/// With any vector x, C x = A (B x). We compute both sides in integers modulo 2^64, so that nothing is rounded,
/// and x is random with all elements odd. If a row of C has one wrong element, off by d, the two sides differ by
/// d x, which is not 0 modulo 2^64: x is odd, and d is below 2^26. If several are wrong, the differences would
/// have to cancel: the chance is below 2^-37 per row. Any element that is not an integer, such as a NaN, is wrong. The
/// first wrong row is then computed in full, so that the message can name its elements.
inline tutorial::Verdict check_integers(const Shape& shape, const Factors& factors,
                                        const std::vector<float>& c, std::uint64_t seed) {
  const tutorial::Random random(seed + 4);
  const auto cols = static_cast<std::size_t>(shape.n);
  const auto terms = static_cast<std::size_t>(shape.k);
  const auto integer = [](float f) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(f)); };

  std::vector<std::uint64_t> x(cols);
  for (std::size_t col = 0; col < cols; ++col) x[col] = random.bits(col) | 1;
  std::vector<std::uint64_t> b_x(terms, 0);
  for (std::size_t term = 0; term < terms; ++term)
    for (std::size_t col = 0; col < cols; ++col) b_x[term] += integer(factors.b[term * cols + col]) * x[col];

  std::int64_t wrong_rows = 0;
  std::string first;
  for (std::int64_t row = 0; row < shape.m; ++row) {
    const float* a = factors.a.data() + row * shape.k;
    const std::span<const float> c_row(c.data() + row * shape.n, cols);
    std::uint64_t difference = 0;
    bool integers = true;
    for (std::size_t term = 0; term < terms; ++term) difference += integer(a[term]) * b_x[term];
    for (std::size_t col = 0; col < cols && integers; ++col) {
      integers = std::abs(c_row[col]) <= 0x1p24f && c_row[col] == std::trunc(c_row[col]);
      if (integers) difference -= integer(c_row[col]) * x[col];
    }
    if ((integers && difference == 0) || ++wrong_rows > 1) continue;

    const auto want = [&](std::int64_t col) {
      std::uint64_t sum = 0;
      for (std::size_t term = 0; term < terms; ++term)
        sum += integer(a[term]) * integer(factors.b[term * cols + static_cast<std::size_t>(col)]);
      return static_cast<float>(static_cast<std::int64_t>(sum));
    };
    first = tutorial::verify(c_row, want, {}, [&](std::int64_t col) {
              return tutorial::matrix_index(shape.n)(row * shape.n + col);
            }).text;
  }
  if (wrong_rows == 0) return {true, "ok"};
  return {false, "with integers, which leave no room for rounding, " + std::to_string(wrong_rows) + " of " +
                     std::to_string(shape.m) + " rows are wrong; in the first of them " + first};
}

/// A, B and room for C on the device. The device's memory comes first: what does not fit there is refused
/// before the host has made it.
class Problem {
 public:
  Problem(const Options& options, std::uint64_t data_seed)
      : shape(checked(options.shape)),
        a(static_cast<std::size_t>(shape.m * shape.k)),
        b(static_cast<std::size_t>(shape.k * shape.n)),
        c(static_cast<std::size_t>(shape.m * shape.n)),
        seed_(data_seed),
        factors_(make_data(shape, options.data, data_seed)) {
    load(factors_);
  }

  /// Is C right? Call it after `multiply` has run. Two checks, since either has a blind spot:
  ///
  /// 1. the existing result, against sums in double: every element, or sampled rows and columns of a
  ///    large problem. The bound grows with k, so at large k a single lost term could hide in it;
  /// 2. `multiply` once more, untimed, on integers, into a poisoned C: every element, exactly. Which
  ///    elements a kernel reads, multiplies and writes does not depend on their values: a term that is lost,
  ///    counted twice or taken from elsewhere, and an element that is not written, are noticed here. So are factors
  ///    that were rounded to fewer digits on the way (TF32 keeps 11 bits), up to k = 4096: here they have 12.
  ///
  /// Where the simulator runs a sample of the blocks, what these have written is compared, and no more.
  tutorial::Verdict check(const std::function<void()>& multiply) {
    if (tutorial::blocks_are_sampled()) return check_written(shape, factors_, c.to_host());
    const tutorial::Verdict rounded = check_rounded(shape, factors_, c.to_host());
    if (!rounded.ok) return rounded;
    const Factors integers = make_integers(shape, seed_);
    load(integers);
    c.poison();
    multiply();
    const std::vector<float> got = c.to_host();
    load(factors_);
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
  tutorial::DeviceBuffer<float> a;
  tutorial::DeviceBuffer<float> b;
  tutorial::DeviceBuffer<float> c;

 private:
  void load(const Factors& factors) {
    a.copy_from(factors.a);
    b.copy_from(factors.b);
  }

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

  std::uint64_t seed_;
  Factors factors_;
};

}  // namespace matmul
