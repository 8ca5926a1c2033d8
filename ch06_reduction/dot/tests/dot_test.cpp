// The checks of dot products must see what a wrong kernel does: here the partial sums are made wrong on purpose.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "dot/partials.hpp"

namespace {

// Right partial sums, added on the host in a wider type and rounded once.
template <typename T>
std::vector<T> right_partials(const ch06::Dot<T>& dot) {
  std::vector<long double> totals(dot.blocks);
  const std::vector<T> a = dot.a.to_host();
  const std::vector<T> b = dot.b.to_host();
  for (std::size_t i = 0; i < a.size(); ++i) {
    totals[i / dot.block_size % dot.blocks] += static_cast<long double>(a[i]) * b[i];
  }
  return std::vector<T>(totals.begin(), totals.end());
}

template <typename Problem, typename T>
bool accepts(Problem& problem, const std::vector<T>& partials) {
  problem.partial.copy_from(partials);
  return ch06::check_partials(problem).ok;
}

}  // namespace

TEST_CASE_TEMPLATE("a dot product that lost one product of random data is refused", T, float, double) {
  for (const std::int64_t n : {1, 8193, 1'000'003}) {
    CAPTURE(n);
    ch06::Dot<T> dot(7, n, tutorial::Data::fractions, 256, 32);
    std::vector<T> partials = right_partials(dot);
    CHECK(accepts(dot, partials));
    partials[0] -= dot.a.to_host()[0] * dot.b.to_host()[0];
    CHECK_FALSE(accepts(dot, partials));
  }
}

TEST_CASE_TEMPLATE("the book's dot product has to agree with the closed form", T, float, double) {
  ch06::Dot<T> dot(7, 33 * 1024, tutorial::Data::book, 256, 32);
  CHECK(dot.exact_total() == 25'723'564'731'392.0);
  std::vector<T> partials = right_partials(dot);
  CHECK(accepts(dot, partials));
  for (T& partial : partials) partial *= T(1.0001);
  CHECK_FALSE(accepts(dot, partials));
  dot.partial.poison();
  CHECK_FALSE(ch06::check_partials(dot).ok);
}

TEST_CASE("the book's data are refused where the closed form would overflow") {
  CHECK_NOTHROW(ch06::Dot<double>(7, 0, tutorial::Data::book, 256, 32));
  CHECK_THROWS_AS(ch06::Dot<double>(7, (std::int64_t{1} << 21) + 1, tutorial::Data::book, 256, 32),
                  tutorial::UsageError);
}

TEST_CASE("the closed form at its largest n agrees with the sum") {
  ch06::Dot<double> dot(7, std::int64_t{1} << 21, tutorial::Data::book, 256, 32);
  CHECK(accepts(dot, right_partials(dot)));
}

TEST_CASE_TEMPLATE("a dot product of random or denormal data is exact, and refused without one product", T,
                   float, double) {
  for (const tutorial::Data data : {tutorial::Data::random, tutorial::Data::denormal}) {
    ch06::Dot<T> dot(7, 1'000'003, data, 256, 32u);
    const std::vector<T> partials = right_partials(dot);
    CHECK(accepts(dot, partials));
    const T right = dot.total();
    CHECK(static_cast<double>(right) == dot.exact_total());
    const T product = dot.a.to_host()[0] * dot.b.to_host()[0];
    CHECK(product != 0);
    CHECK(dot.check_total(right, 100).ok);
    CHECK_FALSE(dot.check_total(right - product, 100).ok);
  }
}

TEST_CASE("a dot product that cancels may err by the bound of its magnitudes, and no further") {
  ch06::Dot<float> dot(7, 10'000, tutorial::Data::cancelling, 64, 4u);
  const std::vector<float> a = dot.a.to_host();
  const std::vector<float> b = dot.b.to_host();
  double magnitude = 0;
  for (std::size_t i = 0; i < a.size(); ++i) magnitude += std::abs(static_cast<double>(a[i]) * b[i]);
  const double bound = 10 * 0x1p-24 * magnitude;
  CHECK(std::abs(dot.exact_total()) < 1e-6 * magnitude);
  CHECK(dot.check_total(static_cast<float>(dot.exact_total() + bound / 2), 10).ok);
  CHECK_FALSE(dot.check_total(static_cast<float>(dot.exact_total() + bound * 2), 10).ok);
}
TEST_CASE("what lies in front of offset vectors is poisoned") {
  const ch06::Dot<float> dot(7, 33, tutorial::Data::random, 64, 1, 1, 2);
  CHECK(dot.begin_a() - dot.a.data() == 1);
  CHECK(dot.begin_b() - dot.b.data() == 2);
  CHECK(std::isnan(dot.b.to_host()[1]));
}
