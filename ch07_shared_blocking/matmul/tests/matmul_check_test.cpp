// The checks of the matrix products must see what a wrong kernel does: here the products are made wrong on
// purpose.

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "matmul/matmul.hpp"

namespace {

using matmul::Factors;
using matmul::Shape;

std::vector<float> multiply(const Shape& shape, const Factors& factors) {
  std::vector<float> c;
  for (std::int64_t row = 0; row < shape.m; ++row) {
    for (std::int64_t col = 0; col < shape.n; ++col) {
      float sum = 0;
      for (std::int64_t term = 0; term < shape.k; ++term) {
        sum += factors.a[static_cast<std::size_t>(row * shape.k + term)] *
               factors.b[static_cast<std::size_t>(term * shape.n + col)];
      }
      c.push_back(sum);
    }
  }
  return c;
}

// Large enough to be sampled.
constexpr Shape large = {600, 700, 400};

}  // namespace

TEST_CASE("matmul check: right products pass, with all data and in all shapes") {
  for (const Shape shape :
       {Shape{0, 3, 2}, Shape{3, 0, 2}, Shape{5, 4, 0}, Shape{1, 1, 1}, Shape{7, 5, 33}}) {
    for (const char* data :
         {"random", "cancelling", "denormal", "equal", "single", "wide", "wide_a", "wide_b"}) {
      const Factors factors = matmul::make_data(shape, data, 1);
      CHECK(matmul::check_rounded(shape, factors, multiply(shape, factors)).ok);
    }
    const Factors integers = matmul::make_integers(shape, 1);
    CHECK(matmul::check_integers(shape, integers, multiply(shape, integers), 1).ok);
  }
  const Factors factors = matmul::make_data(large, "random", 1);
  CHECK(matmul::check_rounded(large, factors, multiply(large, factors)).ok);
}

TEST_CASE("matmul check: sums of integers stay below 2^24, whatever k is") {
  for (const std::int64_t k : {1, 2, 3, 4, 4095, 4096, 100'000, (1 << 24) - 1}) {
    const Factors integers = matmul::make_integers({1, 1, k}, 1);
    double sum = 0;
    int zeros = 0;
    for (std::size_t i = 0; i < integers.a.size(); ++i) {
      const double product = static_cast<double>(integers.a[i]) * integers.b[i];
      sum += std::abs(product);
      if (product == 0) ++zeros;
    }
    CHECK(sum <= 0x1p24);
    CHECK(zeros == 0);  // every term counts
  }
}

TEST_CASE("matmul check: one wrong element of a large product is found and named") {
  const Factors integers = matmul::make_integers(large, 1);
  const std::vector<float> right = multiply(large, integers);
  for (const std::size_t place : {std::size_t{0}, std::size_t{123'456}, right.size() - 1}) {
    for (const float wrong :
         {right[place] + 1, -right[place], 0.0f, right[place] + 0.5f, 0x1p62f,
          std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
      if (wrong == right[place]) continue;
      std::vector<float> c = right;
      c[place] = wrong;
      const tutorial::Verdict verdict = matmul::check_integers(large, integers, c, 1);
      CHECK_FALSE(verdict.ok);
      CHECK(verdict.text.find("1 of 600 rows are wrong") != std::string::npos);
      CHECK(verdict.text.find(tutorial::matrix_index(large.n)(static_cast<std::int64_t>(place))) !=
            std::string::npos);
    }
  }
}

TEST_CASE("matmul check: two errors of a row that cancel in its sum are found") {
  const Factors integers = matmul::make_integers(large, 1);
  std::vector<float> c = multiply(large, integers);
  c[1000] += 1;
  c[1001] -= 1;
  CHECK_FALSE(matmul::check_integers(large, integers, c, 1).ok);
}

TEST_CASE("matmul check: factors rounded to TF32 are found, up to k = 4096") {
  const Shape shape = {8, 8, 4096};
  const Factors integers = matmul::make_integers(shape, 1);
  Factors rounded = integers;
  const auto to_tf32 = [](float value) {
    int exponent;
    const float fraction = std::frexp(value, &exponent);  // below 1: 11 bits are multiples of 2^-11
    return std::ldexp(std::nearbyint(fraction * 0x1p11f) * 0x1p-11f, exponent);
  };
  for (float& value : rounded.a) value = to_tf32(value);
  for (float& value : rounded.b) value = to_tf32(value);
  CHECK_FALSE(matmul::check_integers(shape, integers, multiply(shape, rounded), 1).ok);
}

TEST_CASE("matmul check: a NaN, a lost term and a transposed factor are beyond rounding") {
  const Shape shape = {33, 33, 33};
  const Factors factors = matmul::make_data(shape, "random", 1);
  const std::vector<float> right = multiply(shape, factors);

  std::vector<float> c = right;
  c[40] = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(matmul::check_rounded(shape, factors, c).ok);

  c = right;
  c[40] -= factors.a[33] * factors.b[7];
  CHECK_FALSE(matmul::check_rounded(shape, factors, c).ok);

  CHECK_FALSE(matmul::check_rounded(shape, factors, multiply(shape, {factors.b, factors.a})).ok);
}

TEST_CASE("matmul shape: what is too large is refused without overflow") {
  const std::int64_t side = std::int64_t{1} << 31;
  CHECK_THROWS_AS(matmul::Input({{side, 1, 1}, "random"}, 1), tutorial::UsageError);
  CHECK_THROWS_AS(matmul::Input({{1, side, 1}, "random"}, 1), tutorial::UsageError);
  CHECK_THROWS_AS(matmul::Input({{1, 1, 1 << 24}, "random"}, 1), tutorial::UsageError);
  CHECK_THROWS_AS(matmul::Input({{side - 1, side - 1, 1}, "random"}, 1), tutorial::UsageError);
  CHECK_THROWS_AS(matmul::Input({{1, side - 1, (1 << 24) - 1}, "random"}, 1), tutorial::UsageError);
}
