#include <doctest/doctest.h>

#include "nearest/k_nearest.hpp"

namespace {

std::vector<int> right_answer(const nearest::KNearest& problem) {
  std::vector<int> nearest(problem.points.size() * static_cast<std::size_t>(problem.k));
  for (int query = 0; query < problem.count; ++query) {
    const std::vector<int> found = nearest::reference_k_nearest(problem.points, query, problem.k);
    for (int rank = 0; rank < problem.k; ++rank) {
      nearest[problem.place(query, rank)] = found[static_cast<std::size_t>(rank)];
    }
  }
  return nearest;
}

}  // namespace

TEST_CASE("k nearest check: the reference's own answer is right, whatever the data") {
  for (const char* data : {"uniform", "grid", "clustered", "duplicates"}) {
    for (const int count : {0, 1, 2, 33, 300}) {
      const nearest::KNearest problem({count, data}, 5, 7);
      CHECK(problem.check(right_answer(problem)).ok);
    }
  }
}

TEST_CASE(
    "k nearest reference: nearest first, the lower index first among equals, -1 where there is no more") {
  const std::vector<float3> points = {{0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-2, 0, 0}};
  CHECK(nearest::reference_k_nearest(points, 0, 3) == std::vector<int>{2, 3, 1});
  CHECK(nearest::reference_k_nearest(points, 0, 6) == std::vector<int>{2, 3, 1, 4, -1, -1});
  CHECK(nearest::reference_k_nearest({{1, 2, 3}}, 0, 2) == std::vector<int>{-1, -1});
  const std::vector<float3> equal(4, float3{1, 2, 3});
  CHECK(nearest::reference_k_nearest(equal, 2, 4) == std::vector<int>{0, 1, 3, -1});
}

TEST_CASE("k nearest reference: where float distances are exact, the first neighbour is chapter 5's") {
  for (const char* data : {"grid", "duplicates"}) {
    const std::vector<float3> points = tutorial::make_points({400, data}, 3);
    for (int query = 0; query < 400; ++query) {
      REQUIRE(nearest::reference_k_nearest(points, query, 1)[0] ==
              tutorial::reference_nearest(points, query));
    }
  }
}

TEST_CASE("k nearest check: one wrong neighbor, or two in the wrong order, are found and named") {
  const nearest::KNearest problem({300, "duplicates"}, 4, 7);
  std::vector<int> nearest = right_answer(problem);
  std::swap(nearest[problem.place(137, 1)], nearest[problem.place(137, 2)]);
  tutorial::Verdict verdict = problem.check(nearest);
  CHECK_FALSE(verdict.ok);
  CHECK(verdict.text.find("point 137, neighbour 1") != std::string::npos);

  for (const int wrong : {-1, 137, 300}) {
    nearest = right_answer(problem);
    nearest[problem.place(137, 3)] = wrong;
    verdict = problem.check(nearest);
    CHECK_FALSE(verdict.ok);
    CHECK(verdict.text.find("point 137, neighbour 3") != std::string::npos);
  }
}

TEST_CASE("k nearest: a list of no neighbours and one of more than 32 are refused") {
  const tutorial::PointOptions options = {10, "uniform"};
  CHECK_THROWS_AS(nearest::KNearest(options, 0, 1), tutorial::UsageError);
  CHECK_THROWS_AS(nearest::KNearest(options, 33, 1), tutorial::UsageError);
}
