#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "matmul/factors.hpp"
#include "tutorial/tutorial.hpp"

/// Is a matrix the product of two others?
namespace matmul {

/// A problem of at most this many products is checked in every element against sums in double; of a larger one,
/// some sixteen rows and as many columns, the first and the last among them.
constexpr double all_products = 0x1p27;
inline bool is_sampled(std::int64_t line, std::int64_t count) {
  return line % std::max<std::int64_t>(1, count / 16) == 0 || line == count - 1;
}

/// What an element of C must be, and by how much it may differ.
/// A product is rounded once and passes through k - 1 additions, in whatever order; with fused multiply-adds it is
/// less. So an element errs by growth(k u) * sum |a b| at most, u = 2^-24: (1 + u)^k - 1 <= ku / (1 - ku) (Higham,
/// Accuracy and Stability, ch. 3). A rounding of a denormal adds 2^-150 at most. The reference, in double, multiplies
/// exactly, and its additions err by 2^-53 each.
struct Element {
  double want, allowed;
};

/// The element of a row `a` of A and a column of B, whose k terms are `stride` apart.
inline Element element(std::int64_t k, const float* a, const float* b, std::int64_t stride) {
  double sum = 0, size = 0;  // of the products, and of their absolute values
  for (std::int64_t term = 0; term < k; ++term) {
    const double product = static_cast<double>(a[term]) * b[term * stride];
    sum += product;
    size += std::abs(product);
  }
  const double ku = static_cast<double>(k) * (0x1p-24 + 0x1p-53);
  return {sum, ku / (1 - ku) * size + static_cast<double>(k) * 0x1p-150};
}

/// Is `c` the product of `factors`, up to rounding?
inline tutorial::Verdict check_rounded(const Shape& shape, const Factors& factors,
                                       const std::vector<float>& c) {
  const auto terms = static_cast<std::size_t>(shape.k);
  const bool all = shape.products() <= all_products;
  std::vector<std::int64_t> index;  // of the elements that are looked at
  std::vector<float> got;
  std::vector<Element> right;
  std::vector<float> b(terms);  // a column
  for (std::int64_t col = 0; col < shape.n; ++col) {
    for (std::size_t term = 0; term < terms; ++term)
      b[term] = factors.b[term * static_cast<std::size_t>(shape.n) + static_cast<std::size_t>(col)];
    for (std::int64_t row = 0; row < shape.m; ++row) {
      if (!all && !is_sampled(row, shape.m) && !is_sampled(col, shape.n)) continue;
      index.push_back(row * shape.n + col);
      got.push_back(c[static_cast<std::size_t>(index.back())]);
      right.push_back(element(shape.k, factors.a.data() + row * shape.k, b.data(), 1));
    }
  }
  const auto at = [](const auto& of, std::int64_t i) { return of[static_cast<std::size_t>(i)]; };
  return tutorial::verify(
      got, [&](std::int64_t i) { return at(right, i).want; },
      [&](std::int64_t i) { return at(right, i).allowed; },
      [&](std::int64_t i) { return tutorial::matrix_index(shape.n)(at(index, i)); });
}

/// Are the elements right that a sample of the blocks has written?
inline tutorial::Verdict check_written(const Shape& shape, const Factors& factors,
                                       const std::vector<float>& c) {
  const auto right = [&](std::int64_t i) {
    return element(shape.k, factors.a.data() + i / shape.n * shape.k, factors.b.data() + i % shape.n,
                   shape.n);
  };
  return tutorial::verify(
      c, [&](std::int64_t i) { return right(i).want; }, [&](std::int64_t i) { return right(i).allowed; },
      tutorial::matrix_index(shape.n));
}

/// Is `c` exactly the product of two integer factors, in every element? In m n + n k + m k steps, not m n k
/// (Freivalds 1977).
/// With any vector x, C x = A (B x). We compute both sides in integers modulo 2^64, so that nothing is rounded, and x
/// is random with all elements odd. If a row of C has one wrong element, off by d, the two sides differ by d x, which
/// is not 0 modulo 2^64: x is odd, and d is below 2^26. If several are wrong, the differences would have to cancel:
/// the chance is below 2^-37 per row. Any element that is not an integer, such as a NaN, is wrong. The first wrong
/// row is then computed in full, so that the message can name its elements.
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

}  // namespace matmul
