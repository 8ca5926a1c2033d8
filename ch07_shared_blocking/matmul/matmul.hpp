#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tutorial/tile_grid.hpp"
#include "tutorial/tutorial.hpp"

/// What the matrix products of chapter 7 share: C = A B, row-major, no padding; the inputs and the check.
namespace matmul {

/// A is m x k, B is k x n, C is m x n.
struct Shape {
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;

  std::string text() const {
    return tutorial::count_text(m) + " x " + tutorial::count_text(n) + " x " + tutorial::count_text(k);
  }
};

/// What the user chose.
struct Options {
  Shape shape;
  std::string data;
};

/// Adds --m, --n, --k and --data.
inline void add_options(tutorial::Program& program, Options& options) {
  program.size("--m", options.shape.m, "rows of A and of C", {4096, 96, 130});
  program.size("--n", options.shape.n, "columns of B and of C", {4096, 96, 70});
  program.size("--k", options.shape.k, "columns of A, rows of B: terms of a sum", {4096, 96, 36});
  program.choice(
      "--data", options.data,
      "values between -1 and 1; large terms of which neighbours almost cancel; so small that the products "
      "are denormal; all equal; one element of A and of B other than zero",
      {"random", "cancelling", "denormal", "equal", "single"});
}

/// The two factors.
struct Factors {
  std::vector<float> a;
  std::vector<float> b;
};

/// Makes both factors; a_value(row, term) and b_value(term, column) give the elements.
template <typename A, typename B>
Factors make_factors(const Shape& shape, A&& a_value, B&& b_value) {
  Factors factors;
  factors.a.reserve(static_cast<std::size_t>(shape.m * shape.k));
  factors.b.reserve(static_cast<std::size_t>(shape.k * shape.n));
  for (std::int64_t row = 0; row < shape.m; ++row) {
    for (std::int64_t term = 0; term < shape.k; ++term) factors.a.push_back(a_value(row, term));
  }
  for (std::int64_t term = 0; term < shape.k; ++term) {
    for (std::int64_t col = 0; col < shape.n; ++col) factors.b.push_back(b_value(term, col));
  }
  return factors;
}

/// The data of --data, no two rows or columns alike where it is random.
inline Factors make_data(const Shape& shape, const std::string& data, std::uint64_t seed) {
  const tutorial::Random random_a(seed);
  const tutorial::Random random_b(seed + 1);
  const auto both_signs = [](const tutorial::Random& random, std::int64_t i) {
    return 2 * random.uniform(static_cast<std::uint64_t>(i)) - 1;
  };
  const auto a = [&](std::int64_t row, std::int64_t term) {
    return both_signs(random_a, row * shape.k + term);
  };
  const auto b = [&](std::int64_t term, std::int64_t col) {
    return both_signs(random_b, term * shape.n + col);
  };

  if (data == "cancelling") {
    // Terms 2p and 2p + 1 have the same large part, with opposite signs.
    return make_factors(
        shape, [&](std::int64_t row, std::int64_t term) { return 0x1p20f * a(row, term / 2) + a(row, term); },
        [&](std::int64_t term, std::int64_t col) {
          return term % 2 == 0 ? b(term / 2, col) : -b(term / 2, col);
        });
  }
  if (data == "denormal") {
    return make_factors(
        shape, [&](std::int64_t row, std::int64_t term) { return 0x1p-70f * a(row, term); },
        [&](std::int64_t term, std::int64_t col) { return 0x1p-70f * b(term, col); });
  }
  if (data == "equal") {
    const auto one_third = [](std::int64_t, std::int64_t) { return 1.0f / 3; };
    return make_factors(shape, one_third, one_third);
  }
  if (data == "single") {
    // The last term, in a row and a column that lie in no corner.
    return make_factors(
        shape,
        [&](std::int64_t row, std::int64_t term) {
          return row == shape.m / 3 && term == shape.k - 1 ? 3.0f : 0.0f;
        },
        [&](std::int64_t term, std::int64_t col) {
          return term == shape.k - 1 && col == 2 * shape.n / 3 ? 5.0f : 0.0f;
        });
  }
  return make_factors(shape, a, b);
}

/// Whole numbers, so chosen that every sum of products stays below 2^24, where floats hold all whole numbers:
/// in any order of the additions the result is exact. In term 0, 2, .. A is wide and B is 1 or -1; in term 1,
/// 3, .. it is the other way round. No product is zero, so a term that is lost or counted twice changes the
/// result.
inline Factors make_whole(const Shape& shape, std::uint64_t seed) {
  const tutorial::Random random_a(seed + 2);
  const tutorial::Random random_b(seed + 3);
  const auto largest = static_cast<std::uint32_t>((1 << 24) / std::max<std::int64_t>(shape.k, 4));
  const auto wide = [&](const tutorial::Random& random, std::int64_t i) {
    return static_cast<float>(1 + random.below(largest, static_cast<std::uint64_t>(i)));
  };
  const auto narrow = [](const tutorial::Random& random, std::int64_t i) {
    return random.below(2, static_cast<std::uint64_t>(i)) == 0 ? -1.0f : 1.0f;
  };
  return make_factors(
      shape,
      [&](std::int64_t row, std::int64_t term) {
        const std::int64_t i = row * shape.k + term;
        return term % 2 == 0 ? wide(random_a, i) : narrow(random_a, i);
      },
      [&](std::int64_t term, std::int64_t col) {
        const std::int64_t i = term * shape.n + col;
        return term % 2 == 0 ? narrow(random_b, i) : wide(random_b, i);
      });
}

/// Collects differences for make_verdict.
class Findings {
 public:
  /// Element `index` was `got`; it may differ from `want` by `allowed`. A NaN never passes.
  void compare(std::int64_t index, float got, double want, double allowed) {
    ++count_;
    if (std::abs(static_cast<double>(got) - want) <= allowed) return;
    ++wrong_;
    if (first_.size() < 4) first_.push_back({index, tutorial::value_text(got), tutorial::value_text(want)});
  }

  tutorial::Verdict verdict(const tutorial::IndexName& name) const {
    return tutorial::make_verdict(count_, wrong_, first_, name);
  }

 private:
  std::int64_t count_ = 0;
  std::int64_t wrong_ = 0;
  std::vector<tutorial::Difference> first_;
};

/// A problem of at most this many products is checked in every element against sums in double.
constexpr double all_products = 0x1p27;
/// Of a larger one, this many rows and as many columns.
constexpr std::int64_t sampled_lines = 16;

/// `wanted` of `count` lines, the first and the last among them, the others spread evenly.
inline std::vector<std::int64_t> spread_lines(std::int64_t count, std::int64_t wanted) {
  std::vector<std::int64_t> lines;
  const std::int64_t taken = std::min(count, wanted);
  for (std::int64_t i = 0; i < taken; ++i) lines.push_back(taken == 1 ? 0 : i * (count - 1) / (taken - 1));
  return lines;
}

/// Is `c` the product of `factors`, up to rounding?
///
/// A product is rounded once and passes through k - 1 additions, in whatever order; with fused multiply-adds
/// it is less. So an element errs by growth(k u) * sum |a b| at most, u = 2^-24: (1 + u)^k - 1 <= ku / (1 -
/// ku) (Higham, Accuracy and Stability, ch. 3). A rounding of a denormal adds 2^-150 at most. The reference,
/// in double, multiplies exactly, and its additions err by 2^-53 each.
inline tutorial::Verdict check_rounded(const Shape& shape, const Factors& factors,
                                       const std::vector<float>& c) {
  const auto terms = static_cast<double>(shape.k);
  const double ku = terms * (0x1p-24 + 0x1p-53);
  const double relative = ku / (1 - ku);
  const double absolute = terms * 0x1p-150;
  Findings findings;

  const bool all = static_cast<double>(shape.m) * static_cast<double>(shape.n) * terms <= all_products;
  std::vector<double> want(static_cast<std::size_t>(shape.n));
  std::vector<double> size(want.size());  // the sums of the absolute values
  for (const std::int64_t row : spread_lines(shape.m, all ? shape.m : sampled_lines)) {
    std::fill(want.begin(), want.end(), 0.0);
    std::fill(size.begin(), size.end(), 0.0);
    for (std::int64_t term = 0; term < shape.k; ++term) {
      const double a = factors.a[static_cast<std::size_t>(row * shape.k + term)];
      const float* b = factors.b.data() + term * shape.n;
      for (std::size_t col = 0; col < want.size(); ++col) {
        const double product = a * b[col];
        want[col] += product;
        size[col] += std::abs(product);
      }
    }
    for (std::size_t col = 0; col < want.size(); ++col) {
      const std::size_t i = static_cast<std::size_t>(row * shape.n) + col;
      findings.compare(static_cast<std::int64_t>(i), c[i], want[col], relative * size[col] + absolute);
    }
  }

  std::vector<double> column(static_cast<std::size_t>(shape.k));
  for (const std::int64_t col : spread_lines(shape.n, all ? 0 : sampled_lines)) {
    for (std::size_t term = 0; term < column.size(); ++term) {
      column[term] = factors.b[term * static_cast<std::size_t>(shape.n) + static_cast<std::size_t>(col)];
    }
    for (std::int64_t row = 0; row < shape.m; ++row) {
      const float* a = factors.a.data() + row * shape.k;
      double sum = 0;
      double sum_of_sizes = 0;
      for (std::size_t term = 0; term < column.size(); ++term) {
        const double product = a[term] * column[term];
        sum += product;
        sum_of_sizes += std::abs(product);
      }
      const std::int64_t i = row * shape.n + col;
      findings.compare(i, c[static_cast<std::size_t>(i)], sum, relative * sum_of_sizes + absolute);
    }
  }
  return findings.verdict(tutorial::matrix_index(shape.n));
}

/// Is `c` the product of two factors of whole numbers, exactly, in every element? In m n + n k + m k steps,
/// not m n k (Freivalds 1977).
///
/// With any vector x, C x = A (B x). We compute both sides in whole numbers modulo 2^64, so that nothing is
/// rounded, and x is random and odd in every place. If a row of C has one wrong element, off by d, the two
/// sides differ by d x, which is not 0 modulo 2^64: x is odd, and d is below 2^26. If several are wrong, the
/// differences would have to cancel: the chance is below 2^-37 a row. What is no whole number is wrong at
/// once, a NaN among them. A wrong row is then computed in full, so that the message can name its elements.
inline tutorial::Verdict check_whole(const Shape& shape, const Factors& factors, const std::vector<float>& c,
                                     std::uint64_t seed) {
  const tutorial::Random random(seed + 4);
  const auto cols = static_cast<std::size_t>(shape.n);
  const auto terms = static_cast<std::size_t>(shape.k);
  const auto whole = [](float value) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)); };

  std::vector<std::uint64_t> x(cols);
  for (std::size_t col = 0; col < cols; ++col) x[col] = random.bits(col) | 1;
  std::vector<std::uint64_t> b_x(terms, 0);
  for (std::size_t term = 0; term < terms; ++term) {
    for (std::size_t col = 0; col < cols; ++col) b_x[term] += whole(factors.b[term * cols + col]) * x[col];
  }

  std::int64_t wrong_rows = 0;
  Findings findings;
  for (std::int64_t row = 0; row < shape.m; ++row) {
    const float* a = factors.a.data() + row * shape.k;
    const float* c_row = c.data() + row * shape.n;
    std::uint64_t difference = 0;
    bool all_whole = true;
    for (std::size_t term = 0; term < terms; ++term) difference += whole(a[term]) * b_x[term];
    for (std::size_t col = 0; col < cols && all_whole; ++col) {
      all_whole = std::abs(c_row[col]) <= 0x1p24f && c_row[col] == std::trunc(c_row[col]);
      if (all_whole) difference -= whole(c_row[col]) * x[col];
    }
    if (all_whole && difference == 0) continue;

    if (++wrong_rows > 4) continue;
    std::vector<std::uint64_t> want(cols, 0);
    for (std::size_t term = 0; term < terms; ++term) {
      for (std::size_t col = 0; col < cols; ++col)
        want[col] += whole(a[term]) * whole(factors.b[term * cols + col]);
    }
    for (std::size_t col = 0; col < cols; ++col) {
      findings.compare(row * shape.n + static_cast<std::int64_t>(col), c_row[col],
                       static_cast<double>(static_cast<std::int64_t>(want[col])), 0);
    }
  }
  if (wrong_rows == 0) return {true, "ok"};
  return {false, "with whole numbers, which leave no room for rounding, " + std::to_string(wrong_rows) +
                     " of " + std::to_string(shape.m) + " rows are wrong; in the first of them " +
                     findings.verdict(tutorial::matrix_index(shape.n)).text};
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
  /// 1. the result that is there, against sums in double: every element, or sampled rows and columns of a
  ///    large problem. The bound grows with k, so at large k a single lost term could hide in it;
  /// 2. `multiply` once more, untimed, on whole numbers, into a poisoned C: every element, exactly. Which
  ///    elements a kernel reads, multiplies and writes does not depend on their values: a term that is lost,
  ///    counted twice or taken from elsewhere, and an element that is not written, shows here. So do factors
  ///    that were rounded to fewer digits on the way (TF32 keeps 11 bits), up to k = 4096: here they have 12.
  tutorial::Verdict check(const std::function<void()>& multiply) {
    const tutorial::Verdict rounded = check_rounded(shape, factors_, c.to_host());
    if (!rounded.ok) return rounded;
    const Factors whole = make_whole(shape, seed_);
    load(whole);
    c.poison();
    multiply();
    const tutorial::Verdict exact = check_whole(shape, whole, c.to_host(), seed_);
    load(factors_);
    return exact;
  }

  /// The table's row. A product and an addition are two operations, fused or not.
  tutorial::Case row(const std::string& variant) const {
    return {.variant = variant,
            .size = shape.text(),
            .work = 2.0 * static_cast<double>(shape.m) * static_cast<double>(shape.n) *
                    static_cast<double>(shape.k),
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
    tutorial::Program::require(
        shape.k < 1 << 24,
        "--k must be below 2^24: from there on a sum of floats can lose every digit, and no check "
        "could tell");
    const std::int64_t longer = std::max(shape.m, shape.n);
    const std::int64_t shorter = std::min(shape.m, shape.n);
    tutorial::Program::require(longer == 0 || std::max(shorter, shape.k) <= count_limit / longer,
                               "no matrix may have more than 2^40 elements");
    return shape;
  }

  std::uint64_t seed_;
  Factors factors_;
};

}  // namespace matmul
