// The checks of chapter 6 must see what a wrong kernel does: here the partial sums are made wrong on purpose.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "dot/dot.hpp"
#include "sum/sum.hpp"

namespace {

// Right partial sums, added on the host in a wider type and rounded once.
template <typename T>
std::vector<T> right_partials(const ch06::Sum<T>& sum) {
  std::vector<typename ch06::Sum<T>::Total> totals(sum.blocks);
  const std::vector<T> in = sum.in.to_host();
  for (std::size_t i = 0; i < in.size(); ++i) totals[i / sum.block_size % sum.blocks] += in[i];
  return std::vector<T>(totals.begin(), totals.end());
}

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
  return problem.check().ok;
}

}  // namespace

TEST_CASE_TEMPLATE("a sum that lost its smallest element, or has it twice, is refused", T, float, double,
                   int) {
  for (const int block_size : {64, 1024}) {
    for (const std::int64_t n : {1, 33, 1024, 1025, 100'003}) {
      CAPTURE(block_size);
      CAPTURE(n);
      ch06::Sum<T> sum(7, n, block_size);
      const std::vector<T> right = right_partials(sum);
      CHECK(accepts(sum, right));

      const std::vector<T> in = sum.in.to_host();
      const auto smallest = std::min_element(in.begin(), in.end());
      const auto block = (smallest - in.begin()) / block_size;
      std::vector<T> wrong = right;
      wrong[block] = right[block] - *smallest;
      CHECK_FALSE(accepts(sum, wrong));
      wrong[block] = right[block] + *smallest;
      CHECK_FALSE(accepts(sum, wrong));
    }
  }
}

TEST_CASE_TEMPLATE("partial sums of two blocks that changed places are refused, though the total is right", T,
                   float, double, int) {
  ch06::Sum<T> sum(7, 1000, 128);
  std::vector<T> swapped = right_partials(sum);
  std::swap(swapped[1], swapped[2]);
  CHECK_FALSE(accepts(sum, swapped));
}

TEST_CASE_TEMPLATE("a partial sum that no kernel wrote is refused", T, float, double, int) {
  ch06::Sum<T> sum(7, 1000, 128);
  sum.partial.poison();
  CHECK_FALSE(sum.check().ok);
  ch06::Sum<T> nothing(7, 0, 128);
  CHECK_FALSE(nothing.check().ok);
  CHECK(accepts(nothing, std::vector<T>{0}));
}

TEST_CASE("a float sum off by more than the tree's bound is refused, and one inside the bound is not") {
  ch06::Sum<float> sum(7, 64, 64);
  std::vector<float> partials = right_partials(sum);
  const float right = partials[0];
  partials[0] = right * (1 + 0x1p-23f);
  CHECK(accepts(sum, partials));
  partials[0] = right * (1 + 16 * 0x1p-24f);
  CHECK_FALSE(accepts(sum, partials));
}

TEST_CASE("a wrong total counts although every partial sum is right") {
  const tutorial::Verdict right{true, "ok"};
  const tutorial::Verdict wrong{false, "total: got 1, wanted 2"};
  CHECK_FALSE(ch06::first_wrong(right, wrong).ok);
  CHECK_FALSE(ch06::first_wrong(wrong, right).ok);
  CHECK(ch06::first_wrong(right, right).ok);
}

TEST_CASE_TEMPLATE("a dot product that lost one product of random data is refused", T, float, double) {
  for (const std::int64_t n : {1, 8193, 1'000'003}) {
    CAPTURE(n);
    ch06::Dot<T> dot(7, n, false, 256, 32);
    std::vector<T> partials = right_partials(dot);
    CHECK(accepts(dot, partials));
    partials[0] -= dot.a.to_host()[0] * dot.b.to_host()[0];
    CHECK_FALSE(accepts(dot, partials));
  }
}

TEST_CASE_TEMPLATE("the book's dot product has to agree with the closed form", T, float, double) {
  ch06::Dot<T> dot(7, 33 * 1024, true, 256, 32);
  CHECK(dot.exact_total() == 25'723'564'731'392.0);
  std::vector<T> partials = right_partials(dot);
  CHECK(accepts(dot, partials));
  for (T& partial : partials) partial *= T(1.0001);
  CHECK_FALSE(accepts(dot, partials));
  dot.partial.poison();
  CHECK_FALSE(dot.check().ok);
}

TEST_CASE("the book's data are refused where the closed form would overflow") {
  CHECK_NOTHROW(ch06::Dot<double>(7, 0, true, 256, 32));
  CHECK_THROWS_AS(ch06::Dot<double>(7, (std::int64_t{1} << 21) + 1, true, 256, 32), tutorial::UsageError);
}

TEST_CASE("the closed form at its largest n agrees with the sum") {
  ch06::Dot<double> dot(7, std::int64_t{1} << 21, true, 256, 32);
  CHECK(accepts(dot, right_partials(dot)));
}

TEST_CASE_TEMPLATE("data are what their names say, and int sums of them fit", T, float, double, int) {
  using ch06::Data;
  constexpr std::int64_t n = 10'007;
  const auto values = [](Data data) { return ch06::Elements<T>(data, 7, n, n); };
  const auto all = [&](Data data, auto holds) {
    const ch06::Elements<T> of = values(data);
    double magnitude = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      CAPTURE(i);
      REQUIRE(holds(of, i));
      REQUIRE(static_cast<double>(of(i)) == static_cast<double>(of.grains(i)) * of.grain());
      magnitude += std::abs(static_cast<double>(of(i)));
    }
    if (std::is_integral_v<T> && data != Data::random) CHECK(magnitude <= 0x1p31 - 1);
    return true;
  };
  const auto count = [&](Data data, auto holds) {
    const ch06::Elements<T> of = values(data);
    std::int64_t found = 0;
    for (std::int64_t i = 0; i < n; ++i) found += holds(of(i));
    return found;
  };

  all(Data::random, [](const auto& of, auto i) { return of(i) != 0 && std::abs(of(i)) <= 8; });
  CHECK(count(Data::random, [](T x) { return x > 0; }) > n / 3);
  CHECK(count(Data::random, [](T x) { return x < 0; }) > n / 3);
  all(Data::fractions, [](const auto& of, auto i) {
    return std::is_integral_v<T> ? of(i) >= 1 : of(i) >= T(0.5) && of(i) < T(1);
  });
  all(Data::equal, [](const auto& of, auto i) { return of(i) == 1; });
  all(Data::sorted, [](const auto& of, auto i) { return i == 0 || of(i - 1) <= of(i); });
  all(Data::reversed, [](const auto& of, auto i) { return i == 0 || of(i - 1) >= of(i); });
  CHECK(count(Data::sorted, [](T x) { return x < 0; }) > n / 3);
  CHECK(count(Data::one_different, [](T x) { return x == 0; }) == n - 1);
  CHECK(count(Data::one_different, [](T x) { return x == -1; }) == 1);
  all(Data::cancelling, [](const auto& of, auto i) {
    return i % 2 == 0 ? of(i) > 0 : of(i - 1) + of(i) >= 0 && of(i - 1) + of(i) <= 1;
  });
  if constexpr (!std::is_integral_v<T>) {
    all(Data::denormal, [](const auto& of, auto i) { return std::fpclassify(of(i)) == FP_SUBNORMAL; });
  }
}

TEST_CASE("int data whose sum could leave the type are refused, and so are denormal ones") {
  constexpr std::int64_t too_many = std::int64_t{1} << 31;
  for (const ch06::Data data :
       {ch06::Data::fractions, ch06::Data::equal, ch06::Data::cancelling, ch06::Data::sorted}) {
    CHECK_NOTHROW(ch06::Elements<int>(data, 7, too_many - 1, too_many - 1));
    CHECK_THROWS_AS(ch06::Elements<int>(data, 7, too_many, too_many), tutorial::UsageError);
    CHECK_NOTHROW(ch06::Elements<float>(data, 7, too_many, too_many));
  }
  CHECK_NOTHROW(ch06::Elements<int>(ch06::Data::random, 7, too_many, too_many));
  CHECK_NOTHROW(ch06::Elements<int>(ch06::Data::one_different, 7, too_many, too_many));
  CHECK_THROWS_AS(ch06::Elements<int>(ch06::Data::denormal, 7, 1, 1), tutorial::UsageError);
}

TEST_CASE_TEMPLATE("one sum of random data is refused where it lacks one element of a million", T, float,
                   double, int) {
  for (const ch06::Data data : {ch06::Data::random, ch06::Data::one_different, ch06::Data::denormal}) {
    if (std::is_integral_v<T> && data == ch06::Data::denormal) continue;
    ch06::Sum<T> sum(7, 1'000'003, data, 512, 64);
    const std::vector<T> in = sum.in.to_host();
    const T right = std::accumulate(in.begin(), in.end(), T{0});
    const T some = *std::find_if(in.begin(), in.end(), [](T x) { return x != 0; });
    CHECK(sum.check_total(right, 100).ok);
    CHECK_FALSE(sum.check_total(static_cast<T>(right - some), 100).ok);
    CHECK_FALSE(sum.check_total(static_cast<T>(right + some), 100).ok);
    CHECK(accepts(sum, right_partials(sum)));
  }
}

TEST_CASE("a sum that cancels may err by the bound of its magnitudes, and no further") {
  ch06::Sum<float> sum(7, 10'000, ch06::Data::cancelling, 64, 4);
  const std::vector<float> in = sum.in.to_host();
  double magnitude = 0;
  for (const float x : in) magnitude += std::abs(x);
  const double bound = 10 * 0x1p-24 * magnitude;
  CHECK(bound > sum.exact_total());
  CHECK(sum.check_total(static_cast<float>(sum.exact_total() + bound / 2), 10).ok);
  CHECK_FALSE(sum.check_total(static_cast<float>(sum.exact_total() + bound * 2), 10).ok);
  CHECK_FALSE(sum.check_total(std::numeric_limits<float>::quiet_NaN(), 10).ok);
  // double adds the same numbers exactly.
  ch06::Sum<double> wide(7, 10'000, ch06::Data::cancelling, 64, 4);
  CHECK(wide.check_total(wide.exact_total(), 10).ok);
  CHECK_FALSE(wide.check_total(wide.exact_total() + 1, 10).ok);
}

TEST_CASE("what lies in front of an offset vector is poisoned") {
  const ch06::Sum<float> sum(7, 33, ch06::Data::equal, 64, 1, 3);
  CHECK(sum.begin() - sum.in.data() == 3);
  const std::vector<float> in = sum.in.to_host();
  CHECK(in.size() == 36);
  CHECK(std::isnan(in[2]));
  CHECK(in[3] == 1);
  CHECK(sum.exact_total() == 33);
  const ch06::Dot<float> dot(7, 33, ch06::Data::random, 64, 1, 1, 2);
  CHECK(dot.begin_a() - dot.a.data() == 1);
  CHECK(dot.begin_b() - dot.b.data() == 2);
  CHECK(std::isnan(dot.b.to_host()[1]));
}

TEST_CASE_TEMPLATE("a dot product of random or denormal data is exact, and refused without one product", T,
                   float, double) {
  for (const ch06::Data data : {ch06::Data::random, ch06::Data::denormal}) {
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
  ch06::Dot<float> dot(7, 10'000, ch06::Data::cancelling, 64, 4u);
  const std::vector<float> a = dot.a.to_host();
  const std::vector<float> b = dot.b.to_host();
  double magnitude = 0;
  for (std::size_t i = 0; i < a.size(); ++i) magnitude += std::abs(static_cast<double>(a[i]) * b[i]);
  const double bound = 10 * 0x1p-24 * magnitude;
  CHECK(std::abs(dot.exact_total()) < 1e-6 * magnitude);
  CHECK(dot.check_total(static_cast<float>(dot.exact_total() + bound / 2), 10).ok);
  CHECK_FALSE(dot.check_total(static_cast<float>(dot.exact_total() + bound * 2), 10).ok);
}
