#include <doctest/doctest.h>
#include <cmath>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "tutorial/timing.hpp"

using tutorial::standard_error;
using tutorial::summarize;
using tutorial::Timing;
using tutorial::TimingPolicy;

TEST_CASE("the median of an odd count is the middle value, in whatever order the values come") {
  CHECK(summarize({5, 1, 3}).median_s == 3);
  CHECK(summarize({3, 5, 1}).runs == 3);
}

TEST_CASE("the median of an even count lies half-way between the two middle values") {
  CHECK(summarize({4, 1, 2, 8}).median_s == 3);
}

TEST_CASE("one value is its own median and has no spread") {
  const Timing timing = summarize({0.25});
  CHECK(timing.median_s == 0.25);
  CHECK(std::isnan(timing.spread));
  CHECK(timing.runs == 1);
}

TEST_CASE("the spread is the interquartile range over the median, quartiles interpolated") {
  CHECK(summarize({1, 2, 3, 4, 5}).spread == doctest::Approx(2.0 / 3.0));     // quartiles 2 and 4
  CHECK(summarize({10, 20, 30, 40}).spread == doctest::Approx(15.0 / 25.0));  // quartiles 17.5 and 32.5
}

TEST_CASE("a few slow runs move neither the median nor the spread") {
  const Timing timing = summarize({1, 1, 1, 1, 1, 1, 1, 1, 1, 1000});
  CHECK(timing.median_s == 1);
  CHECK(timing.spread == 0);
}

TEST_CASE("times of zero have a spread of zero, not NaN") { CHECK(summarize({0, 0, 0}).spread == 0); }

TEST_CASE("no times at all are an error") { CHECK_THROWS_AS(summarize({}), std::invalid_argument); }

TEST_CASE("min_runs = max_runs = N does exactly N timed runs after the warm-up, each restored before") {
  int runs = 0;
  int restored = 0;
  const TimingPolicy policy{.warm_up_runs = 3, .min_runs = 7, .max_runs = 7, .max_seconds = 1e9};
  const Timing timing = time_on_host(
      policy, [&] { ++runs; }, [&] { ++restored; });
  CHECK(timing.runs == 7);
  CHECK(runs == 10);
  CHECK(restored == 10);
}

TEST_CASE("the median's standard error shrinks with the root of the number of runs") {
  CHECK(standard_error({.median_s = 1, .spread = 0.1349, .runs = 1}) == doctest::Approx(0.12533));
  CHECK(standard_error({.median_s = 1, .spread = 0.1349, .runs = 100}) == doctest::Approx(0.012533));
}

TEST_CASE("the loop ends at min_runs if the median is stable, and continues otherwise") {
  TimingPolicy policy{.warm_up_runs = 0, .min_runs = 4, .max_runs = 12, .max_seconds = 1e9};
  policy.stable_spread = 1e9;  // anything is stable
  CHECK(time_on_host(policy, [] {}).runs == 4);
  policy.stable_spread = 0;  // nothing is
  CHECK(time_on_host(policy, [] {}).runs == 12);
}

TEST_CASE("slow work ends at max_seconds, even below min_runs, and still gives one run") {
  const TimingPolicy policy{.warm_up_runs = 5, .min_runs = 10, .max_runs = 10, .max_seconds = 0.05};
  int runs = 0;
  const Timing timing = time_on_host(policy, [&] {
    ++runs;
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
  });
  CHECK(timing.runs == 1);
  CHECK(runs == 2);
  CHECK(timing.median_s >= 0.06);
}

TEST_CASE("the time of before_each is not included") {
  const TimingPolicy policy{.warm_up_runs = 0, .min_runs = 3, .max_runs = 3, .max_seconds = 1e9};
  const auto sleep = [] { std::this_thread::sleep_for(std::chrono::milliseconds(30)); };
  CHECK(time_on_host(
            policy, [] {}, sleep)
            .median_s < 0.03);
}
