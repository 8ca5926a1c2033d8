// The checks of sums must see what a wrong kernel does: here the partial sums are made wrong on purpose.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

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

TEST_CASE_TEMPLATE("one sum of random data is refused where it lacks one element of a million", T, float,
                   double, int) {
  for (const tutorial::Data data :
       {tutorial::Data::random, tutorial::Data::one_different, tutorial::Data::denormal}) {
    if (std::is_integral_v<T> && data == tutorial::Data::denormal) continue;
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
  ch06::Sum<float> sum(7, 10'000, tutorial::Data::cancelling, 64, 4);
  const std::vector<float> in = sum.in.to_host();
  double magnitude = 0;
  for (const float x : in) magnitude += std::abs(x);
  const double bound = 10 * 0x1p-24 * magnitude;
  CHECK(bound > sum.exact_total());
  CHECK(sum.check_total(static_cast<float>(sum.exact_total() + bound / 2), 10).ok);
  CHECK_FALSE(sum.check_total(static_cast<float>(sum.exact_total() + bound * 2), 10).ok);
  CHECK_FALSE(sum.check_total(std::numeric_limits<float>::quiet_NaN(), 10).ok);
  // double adds the same numbers exactly.
  ch06::Sum<double> wide(7, 10'000, tutorial::Data::cancelling, 64, 4);
  CHECK(wide.check_total(wide.exact_total(), 10).ok);
  CHECK_FALSE(wide.check_total(wide.exact_total() + 1, 10).ok);
}

TEST_CASE("elements before an offset vector are poisoned") {
  const ch06::Sum<float> sum(7, 33, tutorial::Data::equal, 64, 1, 3);
  CHECK(sum.begin() - sum.in.data() == 3);
  const std::vector<float> in = sum.in.to_host();
  CHECK(in.size() == 36);
  CHECK(std::isnan(in[2]));
  CHECK(in[3] == 1);
  CHECK(sum.exact_total() == 33);
}
