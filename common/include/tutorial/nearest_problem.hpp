#pragma once

/// @file
/// The check of a search for nearest neighbors.

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/backend.hpp"
#include "tutorial/parallel.hpp"
#include "tutorial/points.hpp"
#include "tutorial/program.hpp"
#include "tutorial/verify.hpp"

namespace tutorial {

/// The nearest other point of points[query], found in double precision; -1 if there is none.
inline int reference_nearest(const std::vector<float3>& points, int query) {
  const float3 own = points[static_cast<std::size_t>(query)];
  double best = std::numeric_limits<double>::infinity();
  int nearest = -1;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    const double distance = squared_distance(own, points[static_cast<std::size_t>(i)]);
    if (distance < best && i != query) {
      best = distance;
      nearest = i;
    }
  }
  return nearest;
}

/// The points, and the check of an answer: for each of `count` points the index of the nearest other point. The lowest
/// index wins a tie; with fewer than two points there is no neighbor, and the index is -1.
class NearestProblem {
 public:
  /// Makes the points that the user chose; `seed` determines the points and the sample (see below).
  NearestProblem(const PointOptions& options, std::uint64_t seed)
      : NearestProblem(make_points(options, seed), exact_distances(options.data), seed) {}

  /// @param given  the points
  /// @param exact  whether every squared distance is exact in float
  /// @param seed   determines the sample for the check if there are many points
  NearestProblem(std::vector<float3> given, bool exact, std::uint64_t seed)
      : points(std::move(given)),
        count(static_cast<int>(points.size())),
        exact_(exact),
        queries_(choose_queries(count, seed, blocks_are_sampled() ? 100'000'000 : 1'000'000'000)) {
    reference_.resize(queries_.size());
    in_parts(std::ssize(queries_), count, [&](int, std::int64_t begin, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
        reference_[i] = reference_nearest(points, queries_[i]);
    });
  }

  /// Compares `nearest` with the reference: for every point if that takes at most 10^9 pairs (10^8 if the
  /// simulator runs a sample of the blocks), otherwise for a random sample that takes that many.
  ///
  /// An index other than the reference's is correct only if float cannot distinguish the two points. The
  /// two distances then differ, but by no more than `rounding`. An equal distance at a higher index is a
  /// tie broken the wrong way, which is an error.
  Verdict check(std::span<const int> nearest) const {
    Program::require(nearest.size() == points.size(), "an answer must have one index a point");
    std::vector<int> got;
    for (const int query : queries_) got.push_back(nearest[static_cast<std::size_t>(query)]);

    Verdict verdict = verify(
        got,
        [&](std::int64_t i) {
          const auto k = static_cast<std::size_t>(i);
          return within_rounding(queries_[k], got[k], reference_[k]) ? got[k] : reference_[k];
        },
        {}, [&](std::int64_t i) { return "point " + std::to_string(queries_[static_cast<std::size_t>(i)]); });
    if (verdict.ok && queries_.size() < points.size()) {
      verdict.text += ", " + count_text(static_cast<std::int64_t>(queries_.size())) + " of " +
                      count_text(count) + " points";
    }
    return verdict;
  }

  /// The table's row.
  Case row(const std::string& variant) const { return pairs_row(count, variant); }

  const std::vector<float3> points;  ///< in the kernels' order
  const int count;                   ///< number of points

 private:
  bool within_rounding(int query, int got, int want) const {
    if (exact_ || got < 0 || got >= count || got == query) return false;
    // Five roundings of at most u = 2^-24 lie between the coordinates and a float distance, fewer if
    // multiplications and additions are fused. All terms are positive, so two distances keep their order if
    // they differ by more than (1 + u)^5 / (1 - u)^5 < 1 + 11 u.
    constexpr double rounding = 11 * 0x1p-24;
    const float3 own = points[static_cast<std::size_t>(query)];
    const double got_distance = squared_distance(own, points[static_cast<std::size_t>(got)]);
    const double want_distance = squared_distance(own, points[static_cast<std::size_t>(want)]);
    return got_distance > want_distance && got_distance <= want_distance * (1 + rounding);
  }

  const bool exact_;
  const std::vector<int> queries_;
  std::vector<int> reference_;
};

}  // namespace tutorial
