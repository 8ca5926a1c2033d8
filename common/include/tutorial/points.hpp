#pragma once

/// @file
/// Points in space for the all-pairs programs of chapters 5 and 7, and the check of a search for nearest
/// neighbors.

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/backend.hpp"
#include "tutorial/parallel.hpp"
#include "tutorial/program.hpp"
#include "tutorial/random.hpp"
#include "tutorial/verify.hpp"

namespace tutorial {

/// The user's choice of points.
struct PointOptions {
  std::int64_t count;  ///< number of points
  std::string data;    ///< their distribution: uniform, grid, clustered, duplicates or surface
};

/// Adds --count and --data.
inline void add_point_options(Program& program, PointOptions& options) {
  program.size("--count", options.count, "number of points",
               {.gpu = 100'000, .simulator = 2'016, .quick = 1'000});
  program.choice("--data", options.data,
                 "how the points lie: anywhere in the unit cube, on a small grid of integers (many ties), "
                 "in 64 dense clusters, several in each place, or on a wavy surface",
                 {"uniform", "grid", "clustered", "duplicates", "surface"});
}

/// True if every squared distance is exact in float, so that only one answer is correct.
inline bool exact_distances(const std::string& data) { return data == "grid" || data == "duplicates"; }

/// Points made from counter-based random numbers. Every coordinate is an integer, or a multiple of 2^-24 below
/// 1: then a squared distance needs at most 50 bits, and in double it is exact.
/// @throws UsageError for more than 2^27 points
inline std::vector<float3> make_points(const PointOptions& options, std::uint64_t seed) {
  Program::require(options.count <= (std::int64_t{1} << 27),
                   "--count must not exceed 2^27: testing all pairs of more points takes hours");
  const Random random(seed);
  const auto count = static_cast<std::uint64_t>(options.count);
  // About half of the grid's sites are taken. Squared distances stay below 3 * 2048^2 < 2^24: exact in float.
  const double side = std::ceil(std::cbrt(2.0 * static_cast<double>(count)));
  const auto grid_side = static_cast<std::uint32_t>(std::fmin(std::fmax(side, 2.0), 2048.0));
  const auto places = static_cast<std::uint32_t>(count / 4 + 1);

  auto coordinate = [&](std::uint64_t point, std::uint64_t axis) {
    const std::uint64_t i = 3 * point + axis;
    if (options.data == "grid") return static_cast<float>(random.below(grid_side, i));
    if (options.data == "clustered") {
      const std::uint64_t cluster = random.below(64, 3 * count + point);
      const auto corner = static_cast<float>(random.below(1023, 4 * count + 3 * cluster + axis));
      return corner * 0x1p-10f + static_cast<float>(random.below(1u << 14, i)) * 0x1p-24f;
    }
    if (options.data == "surface" && axis == 2) {  // a saddle over the square, in multiples of 2^-24
      const auto from_middle = [&](std::uint64_t a) { return double{random.uniform(3 * point + a)} - 0.5; };
      const double height = 0.5 + 1.5 * from_middle(0) * from_middle(1);
      return static_cast<float>(std::floor(height * 0x1p24) * 0x1p-24);
    }
    if (options.data == "duplicates") {
      const std::uint64_t place = random.below(places, 3 * count + point);
      return static_cast<float>(random.below(1024, 3 * place + axis)) * 0x1p-10f;
    }
    return random.uniform(i);
  };

  std::vector<float3> points(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    points[i] = {coordinate(i, 0), coordinate(i, 1), coordinate(i, 2)};
  }
  return points;
}

/// Squared distance. Exact, because make_points limits the coordinates' bits.
inline double squared_distance(float3 a, float3 b) {
  const double dx = double{a.x} - double{b.x};
  const double dy = double{a.y} - double{b.y};
  const double dz = double{a.z} - double{b.z};
  return dx * dx + dy * dy + dz * dz;
}

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

/// The points at which an answer is checked: all of them if that takes at most `max_pairs` distances, otherwise a
/// random sample that takes about that many. If the simulator runs a sample of the blocks, every second point is near
/// the middle, where it runs two blocks if it runs no more.
inline std::vector<int> choose_queries(int count, std::uint64_t seed, std::int64_t max_pairs) {
  if (std::int64_t{count} * count <= max_pairs) {
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  const Random random(seed + 1);
  std::vector<int> sample(static_cast<std::size_t>(max_pairs / count + 1));
  for (std::size_t i = 0; i < sample.size(); ++i) {
    sample[i] = static_cast<int>(random.below(static_cast<std::uint32_t>(count), i));
  }
  if (blocks_are_sampled()) {
    constexpr int apart = 4;  // 1000 points then reach over two blocks of any size
    const auto half = std::min(static_cast<int>(sample.size() / 2), count / 2 / apart);
    for (int i = 0; i < half; ++i)
      sample[static_cast<std::size_t>(2 * i)] = count / 2 + apart * (i - half / 2);
  }
  sample.back() = count - 1;  // errors are most likely in the last block and the partial tile
  return sample;
}

/// The table's row for an all-pairs search. Each pair takes 8 floating-point operations: three differences, one
/// product, two fused multiply-adds. Comparisons are not counted.
inline Case pairs_row(int count, const std::string& variant) {
  const double pairs = count == 0 ? 0.0 : static_cast<double>(count) * (count - 1.0);
  return {.variant = variant,
          .size = count_text(count),
          .work = pairs,
          .unit = Unit::giga_pairs_per_second,
          .ceiling = Ceiling::fma,
          .ceiling_work = 8 * pairs};
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
