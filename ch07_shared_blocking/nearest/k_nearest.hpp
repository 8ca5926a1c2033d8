#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/nearest_problem.hpp"
#include "tutorial/tutorial.hpp"

namespace nearest {

/// Longest list of neighbors.
constexpr int largest_k = 32;

/// The k nearest other points of points[query], nearest first, the lower index first where two are equally
/// far;
/// -1 in the slots for which there is no point.
///
/// The squared distance is a float here, as in the kernels, with the same fixed roundings: three
/// differences, a product, two fused multiply-adds. So both sides find the same distances bit by bit, and the
/// answer is exact.
inline std::vector<int> reference_k_nearest(const std::vector<float3>& points, int query, int k) {
  const float3 own = points[static_cast<std::size_t>(query)];
  std::vector<std::pair<float, int>> others;
  others.reserve(points.size());
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    if (i == query) continue;
    const float3 other = points[static_cast<std::size_t>(i)];
    const float dx = own.x - other.x;
    const float dy = own.y - other.y;
    const float dz = own.z - other.z;
    others.emplace_back(std::fma(dz, dz, std::fma(dy, dy, dx * dx)), i);
  }
  const auto found = std::min(others.size(), static_cast<std::size_t>(k));
  std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(found), others.end());
  std::vector<int> nearest(static_cast<std::size_t>(k), -1);
  std::transform(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(found), nearest.begin(),
                 [](const auto& distance_and_index) { return distance_and_index.second; });
  return nearest;
}

/// The points of chapter 5, and the check of an answer with k neighbors per point.
class KNearest {
 public:
  KNearest(const tutorial::PointOptions& options, std::int64_t neighbours, std::uint64_t seed)
      : k(checked(neighbours)),
        points(tutorial::make_points(options, seed)),
        count(static_cast<int>(points.size())),
        queries_(tutorial::choose_queries(count, seed, 100'000'000)) {
    for (const int query : queries_) {
      for (const int index : reference_k_nearest(points, query, k)) reference_.push_back(index);
    }
  }

  /// Index of neighbor `rank` of a point in an answer: first the nearest of all points, then the second
  /// nearest of all, so that neighboring threads write neighboring elements.
  std::size_t place(int query, int rank) const {
    return static_cast<std::size_t>(rank) * static_cast<std::size_t>(count) + static_cast<std::size_t>(query);
  }

  /// Compares every neighbor with the reference, exactly: for every point, or for a sample of many.
  tutorial::Verdict check(const std::vector<int>& nearest) const {
    tutorial::Program::require(nearest.size() == points.size() * static_cast<std::size_t>(k),
                               "an answer must have k indices a point");
    std::vector<int> got;
    for (const int query : queries_) {
      for (int rank = 0; rank < k; ++rank) got.push_back(nearest[place(query, rank)]);
    }
    tutorial::Verdict verdict = tutorial::verify(
        got, [&](std::int64_t i) { return reference_[static_cast<std::size_t>(i)]; }, {},
        [&](std::int64_t i) {
          return "point " + std::to_string(queries_[static_cast<std::size_t>(i / k)]) + ", neighbour " +
                 std::to_string(i % k);
        });
    if (verdict.ok && queries_.size() < points.size()) {
      verdict.text += ", " + tutorial::count_text(static_cast<std::int64_t>(queries_.size())) + " of " +
                      tutorial::count_text(count) + " points";
    }
    return verdict;
  }

  /// The table's row.
  tutorial::Case row(const std::string& variant) const {
    return tutorial::pairs_row(count, "k = " + std::to_string(k) + ", " + variant);
  }

  const int k;
  const std::vector<float3> points;
  const int count;

 private:
  static int checked(std::int64_t k) {
    tutorial::Program::require(k >= 1 && k <= largest_k, "--k must be 1 to " + std::to_string(largest_k) +
                                                             ": the list of a point has to fit beside it");
    return static_cast<int>(k);
  }

  const std::vector<int> queries_;
  std::vector<int> reference_;  // k for each query
};

}  // namespace nearest
