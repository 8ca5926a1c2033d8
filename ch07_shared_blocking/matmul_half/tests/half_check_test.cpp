// The check of an fp16 product must reject what wrong kernels compute.

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "matmul_half/half_checks.hpp"

namespace {

using half_product::Factors;
using half_product::Shape;

constexpr Shape shape{37, 29, 70};
constexpr Shape padded{256, 256, 128};

// The product in float, with `stride` = padded.n; what is beyond C is NaN.
std::vector<float> product(const Factors& factors, std::int64_t lost_term = -1) {
  std::vector<float> c(static_cast<std::size_t>(padded.m * padded.n),
                       std::numeric_limits<float>::quiet_NaN());
  for (std::int64_t row = 0; row < shape.m; ++row)
    for (std::int64_t col = 0; col < shape.n; ++col) {
      float sum = 0;
      for (std::int64_t term = 0; term < shape.k; ++term)
        if (term != lost_term)
          sum += __half2float(factors.a.row(row)[term]) * __half2float(factors.b.row(col)[term]);
      c[static_cast<std::size_t>(row * padded.n + col)] = sum;
    }
  return c;
}

bool rounded_ok(const Factors& factors, const std::vector<float>& c) {
  return half_product::check_rounded(shape, factors, c, padded.n).ok;
}
tutorial::Verdict integers(const Factors& factors, const std::vector<float>& c) {
  return half_product::check_integers(shape, factors, c, padded.n, 7);
}

}  // namespace

TEST_CASE("the check of an fp16 product accepts sums in float") {
  for (const std::string data : {"random", "equal"}) {
    CAPTURE(data);
    const Factors factors = half_product::make_data(shape, padded, data, 7);
    CHECK(rounded_ok(factors, product(factors)));
  }
  const Factors factors = half_product::make_integers(shape, padded, 7);
  CHECK(integers(factors, product(factors)).ok);
}

TEST_CASE("the check of an fp16 product rejects a lost term, a NaN and a wrong element") {
  const Factors factors = half_product::make_data(shape, padded, "random", 7);
  CHECK_FALSE(rounded_ok(factors, product(factors, 0)));
  CHECK_FALSE(rounded_ok(factors, product(factors, shape.k - 1)));
  std::vector<float> c = product(factors);
  c[static_cast<std::size_t>(36 * padded.n + 28)] += 0.01f;
  CHECK_FALSE(rounded_ok(factors, c));
  c[static_cast<std::size_t>(36 * padded.n + 28)] = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(rounded_ok(factors, c));
}

TEST_CASE("the check with integers rejects a lost term and an element that is off by one, and names it") {
  const Factors factors = half_product::make_integers(shape, padded, 7);
  for (const std::int64_t term : {std::int64_t{0}, std::int64_t{33}, shape.k - 1})
    CHECK_FALSE(integers(factors, product(factors, term)).ok);
  std::vector<float> c = product(factors);
  c[static_cast<std::size_t>(20 * padded.n + 3)] += 1;
  const tutorial::Verdict verdict = integers(factors, c);
  CHECK_FALSE(verdict.ok);
  CHECK(verdict.text.find("1 of 37 rows") != std::string::npos);
  CHECK(verdict.text.find("(row 20, column 3)") != std::string::npos);
}

TEST_CASE("integers for an fp16 product are exact in fp16, and their sums in float") {
  for (const std::int64_t k : {std::int64_t{1}, std::int64_t{70}, std::int64_t{10000}}) {
    const Shape one{1, 1, k};
    const Factors factors = half_product::make_integers(one, one, 7);
    double sum = 0;
    for (std::int64_t term = 0; term < k; ++term) {
      const float a = __half2float(factors.a.row(0)[term]), b = __half2float(factors.b.row(0)[term]);
      CHECK(a == std::trunc(a));
      CHECK(b == std::trunc(b));
      CHECK(a * b != 0);
      sum += std::abs(double{a} * double{b});
    }
    CHECK(sum <= 0x1p24);
  }
}

TEST_CASE("the factors of an fp16 product are filled up with zeros") {
  const Factors factors = half_product::make_data(shape, padded, "equal", 7);
  CHECK(__half2float(factors.a.row(36)[69]) != 0);
  CHECK(__half2float(factors.a.row(36)[70]) == 0);
  CHECK(__half2float(factors.a.row(37)[0]) == 0);
  CHECK(__half2float(factors.b.row(255)[127]) == 0);
}
