#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tutorial/tutorial.hpp"

/// The factors of the matrix products of chapter 7.
namespace matmul {

/// A is m x k, B is k x n, C is m x n.
struct Shape {
  std::int64_t m, n, k;

  std::string text() const {
    return tutorial::count_text(m) + " x " + tutorial::count_text(n) + " x " + tutorial::count_text(k);
  }
  double products() const { return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k); }
};

/// The two factors.
struct Factors {
  std::vector<float> a, b;
};

/// A row-major matrix of value(row, column).
template <typename Value>
std::vector<float> make_factor(std::int64_t rows, std::int64_t cols, const Value& value) {
  std::vector<float> factor(static_cast<std::size_t>(rows * cols));
  tutorial::in_parts(rows, cols, [&](int, std::int64_t begin, std::int64_t end) {
    float* element = factor.data() + begin * cols;
    for (std::int64_t row = begin; row < end; ++row)
      for (std::int64_t col = 0; col < cols; ++col) *element++ = value(row, col);
  });
  return factor;
}

/// Makes both factors; a_value(row, term) and b_value(term, column) give the elements.
template <typename A, typename B>
Factors make_factors(const Shape& shape, A&& a_value, B&& b_value) {
  return {make_factor(shape.m, shape.k, a_value), make_factor(shape.k, shape.n, b_value)};
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

/// Integers, so chosen that every sum of products stays below 2^24, where floats hold all integers: in any order of
/// the additions the result is exact. In term 0, 2, .. A is wide and B is 1 or -1; in term 1, 3, .. it is the other
/// way round. No product is zero, so a term that is lost or counted twice changes the result.
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

}  // namespace matmul
