// The checks of chapter 6 must see what a wrong kernel does: here the partial sums are made wrong on purpose.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "../chapter.hpp"

namespace {

// Right partial sums, added on the host in a wider type and rounded once.
template <typename T>
std::vector<T> right_partials(const ch06::Sum<T>& sum) {
  std::vector<typename ch06::Sum<T>::Total> totals(sum.blocks);
  const std::vector<T> in = sum.in.to_host();
  for (std::size_t i = 0; i < in.size(); ++i) totals[i / sum.block_size] += in[i];
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
