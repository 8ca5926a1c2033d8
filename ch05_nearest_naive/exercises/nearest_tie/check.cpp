#include <cuda_runtime.h>

#include <cstdint>
#include <string>
#include <vector>

#include <tutorial/exercise/check.hpp>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

// The same search in integers. Coordinates are integers below 2^11 in magnitude, so that a float
// holds every squared distance.
std::vector<int> nearest_of(const std::vector<float3>& points) {
  std::vector<int> nearest(points.size(), -1);
  for (std::size_t query = 0; query < points.size(); ++query) {
    std::int64_t best = INT64_MAX;
    for (std::size_t candidate = 0; candidate < points.size(); ++candidate) {
      const auto dx = static_cast<std::int64_t>(points[query].x - points[candidate].x);
      const auto dy = static_cast<std::int64_t>(points[query].y - points[candidate].y);
      const auto dz = static_cast<std::int64_t>(points[query].z - points[candidate].z);
      const std::int64_t distance = dx * dx + dy * dy + dz * dz;
      if (candidate != query && distance < best) {
        best = distance;
        nearest[query] = static_cast<int>(candidate);
      }
    }
  }
  return nearest;
}

// Points of a box that is not at the origin: the narrower it is, the more points lie in one place or
// equally far.
Case find_nearest(std::size_t count, std::uint32_t width, std::uint64_t seed) {
  const tutorial::Random random(seed + count + width);
  std::vector<float3> points(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto coordinate = [&](std::uint32_t below, std::uint64_t axis) {
      return static_cast<float>(random.below(below, 3 * i + axis));
    };
    points[i] =
        make_float3(coordinate(width, 0) - 700, coordinate(width + 1, 1) + 3, coordinate(width / 2 + 1, 2));
  }
  Case c("count = " + std::to_string(count) + ", coordinates of " + std::to_string(width) + " values");
  c.number("count", static_cast<std::int64_t>(count));
  c.input("points", points);
  c.output<int>("nearest", count);
  c.expect("nearest", nearest_of(points));
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t count : {0, 1, 2, 31, 33, 127, 257}) {
    all.push_back(find_nearest(count, 1400, seed));
    all.push_back(find_nearest(count, 3, seed));
  }
  const auto size = tutorial::exercise::drawn_size<std::size_t>(seed, 969, 1000);
  all.push_back(find_nearest(size, 900, seed).counted());
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
