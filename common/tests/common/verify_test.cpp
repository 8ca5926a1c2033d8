#include "tutorial/verify.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <vector>

using tutorial::Tolerance;
using tutorial::Verdict;
using tutorial::verify;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The verdict on a single value.
template <typename T, typename W>
bool passes(T got, W want, Tolerance tolerance = {}) {
  return verify(
             std::vector<T>{got}, [=](std::int64_t) { return want; }, tolerance)
      .ok;
}

}  // namespace

TEST_CASE("equal values pass, and the verdict says ok") {
  const Verdict verdict =
      verify(std::vector<int>{0, 1, 2}, [](std::int64_t i) { return static_cast<int>(i); });
  CHECK(verdict.ok);
  CHECK(verdict.text == "ok");
}

TEST_CASE("no values at all pass") {
  CHECK(verify(std::vector<float>{}, [](std::int64_t) { return 1.0f; }).ok);
}

TEST_CASE("a NaN never passes: not if expected, not within any tolerance") {
  CHECK_FALSE(passes(nan_value, 1.0));
  CHECK_FALSE(passes(nan_value, nan_value));
  CHECK_FALSE(passes(1.0, nan_value));
  CHECK_FALSE(passes(nan_value, 1.0, {1e300, 1e300}));
  CHECK_FALSE(passes(nan_value, nan_value, {1, 1}));
  CHECK_FALSE(passes(1.0, nan_value, {1, 1}));
}

TEST_CASE("an infinity passes only where that very infinity was wanted") {
  CHECK(passes(infinity, infinity));
  CHECK(passes(infinity, infinity, {1, 1}));
  CHECK_FALSE(passes(-infinity, infinity, {1, 1}));
  CHECK_FALSE(passes(infinity, 1.0, {1e300, 1e300}));
  CHECK_FALSE(passes(infinity, 1e308, {0, 1e300}));  // the allowed difference overflows to infinity too
  CHECK_FALSE(passes(1.0, infinity, {1, 1}));
}

TEST_CASE("minus zero equals zero") { CHECK(passes(-0.0, 0.0)); }

TEST_CASE("without a tolerance the last bit counts") {
  CHECK(passes(1.0f, 1.0));
  CHECK_FALSE(passes(std::nextafter(1.0f, 2.0f), 1.0));
  CHECK_FALSE(passes(0.1f, 0.1));  // the double is not a float
}

TEST_CASE("a difference of exactly the tolerance passes, one bit more does not") {
  CHECK(passes(1.25, 1.0, {0.25, 0}));
  CHECK_FALSE(passes(std::nextafter(1.25, 2.0), 1.0, {0.25, 0}));
  CHECK(passes(-10.0, -8.0, {0, 0.25}));
  CHECK_FALSE(passes(std::nextafter(-10.0, -11.0), -8.0, {0, 0.25}));
  CHECK(passes(10.5, 8.0, {0.5, 0.25}));
  CHECK_FALSE(passes(10.75, 8.0, {0.5, 0.25}));
}

TEST_CASE("integers beyond 2^53 are compared and shown exactly") {
  constexpr std::int64_t large = (std::int64_t{1} << 53) + 1;
  CHECK(passes(large, large));
  CHECK_FALSE(passes(large, large - 1));
  const Verdict verdict = verify(std::vector<std::int64_t>{large}, [](std::int64_t) { return large - 1; });
  CHECK(verdict.text == "1 of 1 value is wrong\nindex 0: got 9007199254740993, wanted 9007199254740992");
}

TEST_CASE("integers of different signedness are compared by value") {
  CHECK(passes(7u, 7));
  CHECK(passes(static_cast<unsigned char>(200), 200));
  CHECK_FALSE(passes(static_cast<unsigned char>(200), static_cast<signed char>(-56)));
  CHECK(passes(7, std::uint64_t{7}));
  CHECK_FALSE(passes(-1, 0xFFFFFFFFu));
  CHECK_FALSE(passes(~std::uint64_t{0}, -1));
  const Verdict verdict =
      verify(std::vector<std::uint64_t>{~std::uint64_t{0}}, [](std::int64_t) { return 0u; });
  CHECK(verdict.text == "1 of 1 value is wrong\nindex 0: got 18446744073709551615, wanted 0");
}

TEST_CASE("all differences are counted, the first four are listed") {
  const Verdict verdict =
      verify(std::vector<int>{0, 9, 9, 3, 9, 9, 9}, [](std::int64_t i) { return static_cast<int>(i); });
  CHECK_FALSE(verdict.ok);
  CHECK(verdict.text ==
        "5 of 7 values are wrong\n"
        "index 1: got 9, wanted 1\n"
        "index 2: got 9, wanted 2\n"
        "index 4: got 9, wanted 4\n"
        "index 5: got 9, wanted 5");
}

TEST_CASE("a matrix index is shown as row and column") {
  const Verdict verdict = verify(
      std::vector<int>{0, 0, 0, 0, 1, 0}, [](std::int64_t) { return 0; }, {}, tutorial::matrix_index(3));
  CHECK(verdict.text == "1 of 6 values is wrong\n(row 1, column 1): got 1, wanted 0");
}

TEST_CASE("floating-point values are shown with enough digits to distinguish neighbors") {
  CHECK(tutorial::value_text(0.1f) == "0.1");
  CHECK(tutorial::value_text(std::nextafter(0.1f, 1.0f)) == "0.10000001");
  CHECK(tutorial::value_text(0.1) == "0.1");
  CHECK(tutorial::value_text(0.1 + 0.2) == "0.30000000000000004");
  CHECK(tutorial::value_text(nan_value) == "nan");
  CHECK(tutorial::value_text(-nan_value) == "nan");  // a NaN's sign says nothing
  CHECK(tutorial::value_text(std::copysign(std::numeric_limits<float>::quiet_NaN(), -1.0f)) == "nan");
}

TEST_CASE("a tolerance can be a function of the index: a number is the absolute one") {
  const std::vector<float> got = {1.0f, 2.5f, 3.5f, 5.0f};
  const auto want = [](std::int64_t i) { return static_cast<double>(i + 1); };
  const auto half_at_odd = [](std::int64_t i) { return i % 2 == 1 ? 0.5 : 0.25; };
  CHECK(verify(got, want, half_at_odd).text ==
        "2 of 4 values are wrong\nindex 2: got 3.5, wanted 3\nindex 3: got 5, wanted 4");
  CHECK(verify(got, want, [](std::int64_t i) { return i < 3 ? 0.5 : 1; }).ok);
  CHECK_FALSE(verify(got, want, [](std::int64_t) { return 0; }).ok);
  CHECK_FALSE(verify(std::vector<float>(1, std::nanf("")), want, [](std::int64_t) { return 1e300; }).ok);
}

TEST_CASE("a tolerance function may return a Tolerance") {
  const auto want = [](std::int64_t) { return 8.0; };
  const auto relative = [](std::int64_t i) { return Tolerance{.relative = i == 0 ? 0.25 : 0.125}; };
  CHECK(verify(std::vector<double>{10, 9}, want, relative).ok);
  CHECK(verify(std::vector<double>{10, 10}, want, relative).text ==
        "1 of 2 values is wrong\nindex 1: got 10, wanted 8");
}

TEST_CASE("an expected long double and its tolerance are compared as long double") {
  constexpr long double half_denormal = std::numeric_limits<double>::denorm_min() / 2.0L;
  const auto want = [&](std::int64_t) { return half_denormal; };
  const std::vector<double> zero = {0};
  CHECK_FALSE(verify(zero, want).ok);
  CHECK(verify(zero, want, [&](std::int64_t) { return half_denormal; }).ok);
  CHECK_FALSE(verify(zero, want, [&](std::int64_t) { return half_denormal / 2; }).ok);
  CHECK(verify(std::vector<double>{1}, [](std::int64_t) { return 2.0L; }).text ==
        "1 of 1 value is wrong\nindex 0: got 1, wanted 2");
}

TEST_CASE(
    "where a sample of the blocks ran, poison is skipped, a wrong value is not, and poison alone is no "
    "answer") {
  if (tutorial::backend() != tutorial::Backend::simulator) return;
  const float poison = std::bit_cast<float>(0xFFFFFFFFu);
  const auto want = [](std::int64_t) { return 1.0F; };
  const std::vector<float> part = {1, poison, 1}, wrong = {1, poison, 2}, none = {poison, poison};
  CHECK_FALSE(verify(part, want).ok);
  ::setenv("LENS_PREDICT", "sample", 1);
  CHECK(verify(part, want).ok);
  CHECK(verify(wrong, want).text == "1 of 2 values is wrong\nindex 2: got 2, wanted 1");
  CHECK_FALSE(verify(none, want).ok);
  CHECK(verify(none, want).text.ends_with("nothing was checked; to run all blocks, give a size after --"));
  CHECK_FALSE(verify(std::vector<float>{std::nanf("")}, want).ok);  // another NaN than the poison
  ::unsetenv("LENS_PREDICT");
}

TEST_CASE(
    "leading_poison stops at the first element that has another byte, wherever it lies in long memory") {
  const double poison = std::bit_cast<double>(~std::uint64_t{0});
  for (const std::size_t at : {std::size_t{0}, std::size_t{511}, std::size_t{512}, std::size_t{1500}}) {
    for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
      CAPTURE(at);
      CAPTURE(first);
      std::vector<double> values(2000, poison);
      const std::span<const double> from(values.data() + first, values.size() - first);
      CHECK(tutorial::leading_poison(from) == from.size());
      for (int byte = 0; byte < 8; ++byte) {
        values[first + at] = std::bit_cast<double>(~std::uint64_t{0} ^ (std::uint64_t{1} << 8 * byte));
        CHECK(tutorial::leading_poison(from) == at);
      }
    }
  }
  CHECK(tutorial::leading_poison(std::span<const double>()) == 0);
}

TEST_CASE("where a sample of the blocks ran, one wrong element far inside a large output is found") {
  if (tutorial::backend() != tutorial::Backend::simulator) return;
  const auto want = [](std::int64_t i) { return static_cast<float>(i % 1000); };
  std::vector<float> got(3'000'000, std::bit_cast<float>(0xFFFFFFFFu));
  for (std::size_t i = 1'234'560; i < 1'234'592; ++i) got[i] = want(static_cast<std::int64_t>(i));
  ::setenv("LENS_PREDICT", "sample", 1);
  CHECK(verify(got, want).ok);
  got[1'234'591] = -1;
  CHECK(verify(got, want).text == "1 of 32 values is wrong\nindex 1234591: got -1, wanted 591");
  got[1'234'591] = want(1'234'591);
  got.back() = 2;
  CHECK(verify(got, want).text == "1 of 33 values is wrong\nindex 2999999: got 2, wanted 999");
  ::unsetenv("LENS_PREDICT");
}
