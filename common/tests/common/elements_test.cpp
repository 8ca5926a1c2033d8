// Exact data are what they are called, and their sums fit.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "tutorial/elements.hpp"

TEST_CASE("a wrong total is an error although every partial sum is right") {
  const tutorial::Verdict right{true, "ok"};
  const tutorial::Verdict wrong{false, "total: got 1, wanted 2"};
  CHECK_FALSE(tutorial::first_wrong(right, wrong).ok);
  CHECK_FALSE(tutorial::first_wrong(wrong, right).ok);
  CHECK(tutorial::first_wrong(right, right).ok);
}

TEST_CASE_TEMPLATE("data are what their names say, and int sums of them fit", T, float, double, int,
                   long long) {
  using tutorial::Data;
  constexpr std::int64_t n = 10'007;
  const auto values = [](Data data) { return tutorial::Elements<T>(data, 7, n, n); };
  const auto all = [&](Data data, auto holds) {
    const tutorial::Elements<T> of = values(data);
    double magnitude = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      CAPTURE(i);
      REQUIRE(holds(of, i));
      REQUIRE(static_cast<double>(of(i)) == static_cast<double>(of.grains(i)) * of.grain());
      magnitude += std::abs(static_cast<double>(of(i)));
    }
    if (std::is_integral_v<T> && data != Data::random)
      CHECK(magnitude <= static_cast<double>(std::numeric_limits<T>::max()));
    return true;
  };
  const auto count = [&](Data data, auto holds) {
    const tutorial::Elements<T> of = values(data);
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
  if constexpr (std::is_same_v<T, double>) {
    // Else a kernel that holds doubles in floats would pass.
    for (const Data data : {Data::fractions, Data::cancelling, Data::sorted, Data::reversed})
      CHECK(count(data, [](T x) { return static_cast<float>(x) != x; }) > n / 2);
  }
  all(Data::equal, [](const auto& of, auto i) { return of(i) == 1; });
  all(Data::sorted, [](const auto& of, auto i) { return i == 0 || of(i - 1) <= of(i); });
  all(Data::reversed, [](const auto& of, auto i) { return i == 0 || of(i - 1) >= of(i); });
  CHECK(count(Data::sorted, [](T x) { return x < 0; }) > n / 3);
  CHECK(count(Data::one_different, [](T x) { return x == 0; }) == n - 2);
  CHECK(count(Data::one_different, [](T x) { return x == -1; }) == 1);
  CHECK(count(Data::one_different, [](T x) { return x == 2; }) == 1);
  CHECK(count(Data::zero_or_one, [](T x) { return x == 0 || x == 1; }) == n);
  CHECK(count(Data::zero_or_one, [](T x) { return x == 1; }) > n / 3);
  CHECK(count(Data::small, [](T x) { return x >= 1 && x <= 8; }) == n);
  CHECK(count(Data::small, [](T x) { return x == 8; }) > n / 10);
  all(Data::cancelling, [](const auto& of, auto i) {
    return i % 2 == 0 ? of(i) > 0 : of(i - 1) + of(i) >= 0 && of(i - 1) + of(i) <= 1;
  });
  if constexpr (!std::is_integral_v<T>) {
    all(Data::denormal, [](const auto& of, auto i) { return std::fpclassify(of(i)) == FP_SUBNORMAL; });
  }
}

TEST_CASE("int data whose sum could leave the type are refused, and so are denormal ones") {
  constexpr std::int64_t too_many = std::int64_t{1} << 31;
  for (const tutorial::Data data : {tutorial::Data::fractions, tutorial::Data::equal,
                                    tutorial::Data::cancelling, tutorial::Data::sorted}) {
    CHECK_NOTHROW(tutorial::Elements<int>(data, 7, too_many - 1, too_many - 1));
    CHECK_THROWS_AS(tutorial::Elements<int>(data, 7, too_many, too_many), tutorial::UsageError);
    CHECK_NOTHROW(tutorial::Elements<float>(data, 7, too_many, too_many));
  }
  CHECK_NOTHROW(tutorial::Elements<int>(tutorial::Data::random, 7, too_many, too_many));
  CHECK_NOTHROW(tutorial::Elements<int>(tutorial::Data::one_different, 7, too_many, too_many));
  CHECK_THROWS_AS(tutorial::Elements<int>(tutorial::Data::denormal, 7, 1, 1), tutorial::UsageError);
}

TEST_CASE("the only different element is the smallest, even in the middle") {
  for (const std::int64_t n : {1, 2, 3, 101}) {
    const tutorial::Elements<int> of(tutorial::Data::one_different, 7, n, n);
    int least = 0;
    for (std::int64_t i = 0; i < n; ++i) least = std::min(least, of(i));
    CHECK(least == -1);
  }
}

TEST_CASE("sorted data of very many elements still ascend over their whole range") {
  constexpr std::int64_t n = std::int64_t{1} << 40;
  const tutorial::Elements<float> of(tutorial::Data::sorted, 7, n, n);
  CHECK(of.grains(0) == -((1 << 24) - 1));
  CHECK(of.grains(n - 1) == (1 << 24) - 1);
  for (std::int64_t i = 1; i < n; i += n / 1000) CHECK(of.grains(i - 1) <= of.grains(i));
}
