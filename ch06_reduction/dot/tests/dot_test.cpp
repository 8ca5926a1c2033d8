// The checks of dot products must see what a wrong kernel does: here the partial sums are made wrong on purpose.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "dot/dot.hpp"

namespace {

// Right partial sums, added on the host in a wider type and rounded once.
template <typename T>
std::vector<T> right_partials(const ch06::Dot<T>& dot, const ch06::Vectors<T>& in) {
  std::vector<long double> totals(dot.blocks);
  for (std::size_t i = 0; i < in.a.size(); ++i) {
    totals[i / dot.block_size % dot.blocks] += static_cast<long double>(in.a[i]) * in.b[i];
  }
  return std::vector<T>(totals.begin(), totals.end());
}

}  // namespace

TEST_CASE_TEMPLATE("a dot product that lost one product of random data is refused", T, float, double) {
  for (const std::int64_t n : {1, 8193, 1'000'003}) {
    CAPTURE(n);
    ch06::Dot<T> dot(7, n, tutorial::Data::fractions, 256, 32);
    const auto in = dot.make_vectors();
    std::vector<T> partials = right_partials(dot, in);
    CHECK(dot.check(partials).ok);
    partials[0] -= in.a[0] * in.b[0];
    CHECK_FALSE(dot.check(partials).ok);
  }
}

TEST_CASE_TEMPLATE("the book's dot product has to agree with the closed form", T, float, double) {
  ch06::Dot<T> dot(7, 33 * 1024, tutorial::Data::book, 256, 32);
  const auto in = dot.make_vectors();
  CHECK(dot.exact_total() == 25'723'564'731'392.0);
  std::vector<T> partials = right_partials(dot, in);
  CHECK(dot.check(partials).ok);
  for (T& partial : partials) partial *= T(1.0001);
  CHECK_FALSE(dot.check(partials).ok);
  partials.assign(partials.size(), std::numeric_limits<T>::quiet_NaN());
  CHECK_FALSE(dot.check(partials).ok);
}

TEST_CASE("the book's data are refused where the closed form would overflow") {
  CHECK_NOTHROW(ch06::Dot<double>(7, 0, tutorial::Data::book, 256, 32));
  CHECK_THROWS_AS(ch06::Dot<double>(7, (std::int64_t{1} << 21) + 1, tutorial::Data::book, 256, 32),
                  tutorial::UsageError);
}

TEST_CASE("the closed form at its largest n agrees with the sum") {
  ch06::Dot<double> dot(7, std::int64_t{1} << 21, tutorial::Data::book, 256, 32);
  const auto in = dot.make_vectors();
  CHECK(dot.check(right_partials(dot, in)).ok);
}

TEST_CASE_TEMPLATE("a dot product of random or denormal data is exact, and refused without one product", T,
                   float, double) {
  for (const tutorial::Data data : {tutorial::Data::random, tutorial::Data::denormal}) {
    ch06::Dot<T> dot(7, 1'000'003, data, 256, 32u);
    const auto in = dot.make_vectors();
    const std::vector<T> partials = right_partials(dot, in);
    CHECK(dot.check(partials).ok);
    const T right = dot.total(partials);
    CHECK(static_cast<double>(right) == dot.exact_total());
    const T product = in.a[0] * in.b[0];
    CHECK(product != 0);
    CHECK(dot.check_total(right, 100).ok);
    CHECK_FALSE(dot.check_total(right - product, 100).ok);
  }
}

TEST_CASE("a dot product that cancels may err by the bound of its magnitudes, and no further") {
  ch06::Dot<float> dot(7, 10'000, tutorial::Data::cancelling, 64, 4u);
  const auto in = dot.make_vectors();
  double magnitude = 0;
  for (std::size_t i = 0; i < in.a.size(); ++i) magnitude += std::abs(static_cast<double>(in.a[i]) * in.b[i]);
  const double bound = 10 * 0x1p-24 * magnitude;
  CHECK(std::abs(dot.exact_total()) < 1e-6 * magnitude);
  CHECK(dot.check_total(static_cast<float>(dot.exact_total() + bound / 2), 10).ok);
  CHECK_FALSE(dot.check_total(static_cast<float>(dot.exact_total() + bound * 2), 10).ok);
}
