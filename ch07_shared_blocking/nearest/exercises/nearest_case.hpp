#pragma once

#include <cstdint>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <tutorial/random.hpp>
#include <vector>

/// The nearest neighbor of each of `count` points. Point: three floats x, y, z. Coordinates are few multiples of a
/// power of two, so that distances are exact and ties common.
template <typename Point>
tutorial::exercise::Case nearest_case(std::size_t count, std::uint64_t seed) {
  const tutorial::Random random(seed + count);
  const float unit = 1.0f / static_cast<float>(2u << random.below(6, 3 * count));
  const auto coordinate = [&](std::size_t i) { return unit * static_cast<float>(random.below(100, i)); };
  std::vector<Point> points(count);
  for (std::size_t i = 0; i < count; ++i) {
    points[i] = {coordinate(3 * i), coordinate(3 * i + 1), coordinate(3 * i + 2)};
  }

  std::vector<int> nearest(count, -1);
  for (std::size_t i = 0; i < count; ++i) {
    float best = 0;
    for (std::size_t other = 0; other < count; ++other) {
      if (other == i) continue;
      const float dx = points[i].x - points[other].x;
      const float dy = points[i].y - points[other].y;
      const float dz = points[i].z - points[other].z;
      const float distance = dx * dx + dy * dy + dz * dz;
      if (nearest[i] < 0 || distance < best) {
        best = distance;
        nearest[i] = static_cast<int>(other);
      }
    }
  }

  tutorial::exercise::Case c(std::to_string(count) + (count == 1 ? " point" : " points"));
  c.number("count", static_cast<std::int64_t>(count));
  c.input("points", points);
  c.output<int>("nearest", count);
  c.expect("nearest", nearest);
  return c;
}
