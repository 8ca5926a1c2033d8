#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>
#include <tuple>

#include "tutorial/nearest_problem.hpp"

namespace {

std::vector<int> right_answer(const tutorial::NearestProblem& problem) {
  std::vector<int> nearest;
  for (int i = 0; i < problem.count; ++i) nearest.push_back(tutorial::reference_nearest(problem.points, i));
  return nearest;
}

bool accepted(const std::vector<float3>& points, bool exact, const std::vector<int>& nearest) {
  return tutorial::NearestProblem(points, exact, 1).check(nearest).ok;
}

}  // namespace

TEST_CASE("nearest check: the reference's own answer is right, whatever the data") {
  for (const char* data : {"uniform", "grid", "clustered", "duplicates"}) {
    for (const int count : {0, 1, 2, 33, 500}) {
      const tutorial::NearestProblem problem({count, data}, 7);
      CHECK(problem.check(right_answer(problem)).ok);
    }
  }
}

TEST_CASE("nearest check: one wrong index among many is found and named") {
  const tutorial::NearestProblem problem({500, "uniform"}, 7);
  const std::vector<int> right = right_answer(problem);
  constexpr int poison = -1515870811;  // what DeviceBuffer<int> is filled with
  for (const int wrong : {-1, poison, 137, 500, right[137] == 0 ? 1 : 0}) {
    std::vector<int> nearest = right;
    nearest[137] = wrong;
    const tutorial::Verdict verdict = problem.check(nearest);
    CHECK_FALSE(verdict.ok);
    CHECK(verdict.text.find("point 137") != std::string::npos);
  }
}

TEST_CASE("nearest check: a lone point has no neighbour") {
  CHECK(accepted({{1, 2, 3}}, false, {-1}));
  CHECK_FALSE(accepted({{1, 2, 3}}, false, {0}));
  CHECK(accepted({}, false, {}));
}

TEST_CASE("nearest check: an exact tie goes to the lowest index") {
  const std::vector<float3> points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  for (const bool exact : {true, false}) {
    CHECK(accepted(points, exact, {1, 0, 0}));
    CHECK_FALSE(accepted(points, exact, {2, 0, 0}));
  }
}

TEST_CASE(
    "nearest check: where all points are equal, the first is nearest to all, and the second to the first") {
  const std::vector<float3> points(5, float3{1, 2, 3});
  for (const bool exact : {true, false}) {
    CHECK(accepted(points, exact, {1, 0, 0, 0, 0}));
    CHECK_FALSE(accepted(points, exact, {4, 0, 0, 0, 0}));
    CHECK_FALSE(accepted(points, exact, {0, 0, 0, 0, 0}));  // itself
  }
}

TEST_CASE("nearest check: a farther point is right only where float cannot tell the two") {
  // Squared distances 1 and 1 + 2^-24.
  const std::vector<float3> indistinct = {{0, 0, 0}, {1, 0, 0}, {-1, 0x1p-12f, 0}};
  CHECK(accepted(indistinct, false, {2, 0, 0}));
  CHECK_FALSE(accepted(indistinct, true, {2, 0, 0}));
  // 1 and 1 + 2^-18.
  const std::vector<float3> distinct = {{0, 0, 0}, {1, 0, 0}, {-1, 0x1p-9f, 0}};
  CHECK_FALSE(accepted(distinct, false, {2, 0, 0}));
}

TEST_CASE("nearest check: of many points a sample and the last one are checked, and it says so") {
  constexpr int count = 40'000;
  std::vector<float3> points(count);
  for (int i = 0; i < count; ++i) points[static_cast<std::size_t>(i)] = {static_cast<float>(i), 0, 0};
  const tutorial::NearestProblem problem(points, true, 1);
  std::vector<int> nearest(count);
  for (int i = 0; i < count; ++i) nearest[static_cast<std::size_t>(i)] = i == 0 ? 1 : i - 1;
  const tutorial::Verdict verdict = problem.check(nearest);
  CHECK(verdict.ok);
  CHECK(verdict.text.find("25001 of ") != std::string::npos);
  nearest.back() = 0;
  CHECK_FALSE(problem.check(nearest).ok);
}

TEST_CASE("nearest problem: more than 2^27 points are refused before any is made") {
  const tutorial::PointOptions options = {(std::int64_t{1} << 27) + 1, "uniform"};
  CHECK_THROWS_AS(tutorial::NearestProblem(options, 1), tutorial::UsageError);
}

TEST_CASE("points: distances that are called exact are exact in float") {
  for (const char* data : {"grid", "duplicates"}) {
    const std::vector<float3> points = tutorial::make_points({400, data}, 3);
    for (const float3& a : points) {
      for (const float3& b : points) {
        const float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        REQUIRE(static_cast<double>(dx * dx + dy * dy + dz * dz) == tutorial::squared_distance(a, b));
      }
    }
  }
}

TEST_CASE("points: grid and duplicates have ties, uniform points are all different, clusters are dense") {
  const auto different = [](const char* data) {
    std::set<std::tuple<float, float, float>> seen;
    for (const float3& p : tutorial::make_points({1000, data}, 3)) seen.insert({p.x, p.y, p.z});
    return seen.size();
  };
  CHECK(different("uniform") == 1000);
  CHECK(different("grid") < 1000);
  CHECK(different("duplicates") <= 251);

  const std::vector<float3> clustered = tutorial::make_points({1000, "clustered"}, 3);
  for (int i = 0; i < 1000; ++i) {
    const int nearest = tutorial::reference_nearest(clustered, i);
    const double squared = tutorial::squared_distance(clustered[static_cast<std::size_t>(i)],
                                                      clustered[static_cast<std::size_t>(nearest)]);
    REQUIRE(squared < 3 * 0x1p-20);  // within one cluster's cube
  }
}

TEST_CASE("nearest check: of a sample of the blocks, what they have written is checked") {
  if (tutorial::backend() != tutorial::Backend::simulator) return;
  ::setenv("LENS_PREDICT", "sample", 1);
  constexpr std::size_t count = 20000;
  const tutorial::NearestProblem problem({count, "uniform"}, 1);
  std::vector<int> nearest(count);
  std::memset(nearest.data(), tutorial::poison_byte<int>, count * sizeof(int));
  CHECK_FALSE(problem.check(nearest).ok);  // nothing was checked
  for (std::size_t i = 7000; i < 7064; ++i)
    nearest[i] = tutorial::reference_nearest(problem.points, static_cast<int>(i));
  CHECK(problem.check(nearest).text == "ok, 64 of 20 K points");
  nearest[7063] = nearest[7062];
  CHECK_FALSE(problem.check(nearest).ok);
  ::unsetenv("LENS_PREDICT");
}
