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
        asked_(blocks_are_sampled() ? Queries{} : ask(choose_queries(count, seed, 1'000'000'000))) {}

  /// Compares `nearest` with the reference: for every point if that takes at most 10^9 pairs, otherwise for a random
  /// sample that takes that many; for 256 of those that a sample of the blocks has written.
  ///
  /// An index other than the reference's is correct only if float cannot distinguish the two points. The
  /// two distances then differ, but by no more than `rounding`. An equal distance at a higher index is a
  /// tie broken the wrong way, which is an error.
  Verdict check(std::span<const int> nearest) const {
    Program::require(nearest.size() == points.size(), "an answer must have one index a point");
    const Queries queries = blocks_are_sampled() ? ask(written_queries(nearest, 256)) : asked_;
    std::vector<int> got;
    for (const int query : queries.points) got.push_back(nearest[static_cast<std::size_t>(query)]);

    Verdict verdict = verify(
        got,
        [&](std::int64_t i) {
          const auto k = static_cast<std::size_t>(i);
          const int want = queries.nearest[k];
          return within_rounding(queries.points[k], got[k], want) ? got[k] : want;
        },
        {},
        [&](std::int64_t i) {
          return "point " + std::to_string(queries.points[static_cast<std::size_t>(i)]);
        });
    if (verdict.ok && got.size() < points.size()) {
      verdict.text += ", " + count_text(std::ssize(got)) + " of " + count_text(count) + " points";
    }
    return verdict;
  }

  /// The table's row.
  Case row(const std::string& variant) const { return pairs_row(count, variant); }

  const std::vector<float3> points;  ///< in the kernels' order
  const int count;                   ///< number of points

 private:
  struct Queries {
    std::vector<int> points;
    std::vector<int> nearest;  // of each of them
  };

  Queries ask(std::vector<int> of) const {
    Queries queries{std::move(of), {}};
    queries.nearest.resize(queries.points.size());
    in_parts(std::ssize(queries.points), count, [&](int, std::int64_t begin, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
        queries.nearest[i] = reference_nearest(points, queries.points[i]);
    });
    return queries;
  }

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
  const Queries asked_;
};

}  // namespace tutorial
