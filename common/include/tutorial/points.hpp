#pragma once

/// @file
/// Points in space for the all-pairs programs of chapters 5 and 7.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "tutorial/poison.hpp"
#include "tutorial/program.hpp"
#include "tutorial/random.hpp"

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

/// The points at which an answer is checked: all of them if that takes at most `max_pairs` distances, otherwise a
/// random sample that takes about that many.
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
  sample.back() = count - 1;  // errors are most likely in the last block and the partial tile
  return sample;
}

/// Where the simulator runs a sample of the blocks (blocks_are_sampled): at most `most` of the points of which a block
/// has written the answer, spread over all of them. `poison` is the byte that filled the answer before.
template <typename T>
std::vector<int> written_queries(std::span<const T> answer, std::size_t most,
                                 unsigned char poison = poison_byte<T>) {
  std::vector<int> written;
  for (std::size_t i = 0; i < answer.size(); ++i) {
    i += leading_bytes(&answer[i], answer.size_bytes() - i * sizeof(T), poison) / sizeof(T);
    if (i < answer.size()) written.push_back(static_cast<int>(i));
  }
  const std::size_t step = written.size() / most + 1;
  std::vector<int> queries;
  for (std::size_t i = 0; i < written.size(); i += step) queries.push_back(written[i]);
  return queries;
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

}  // namespace tutorial
