#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <tutorial/exercise/close_points.hpp>
#include <tutorial/random.hpp>
#include <vector>

/// The nearest neighbor of each point. Point: three floats x, y, z.
template <typename Point>
tutorial::exercise::Case nearest_of(const std::vector<Point>& points) {
  const std::size_t count = points.size();
  std::vector<int> nearest(count, -1);
  for (std::size_t i = 0; i < count; ++i) {
    const Point* const own = points.data() + i;
    float best = INFINITY;
    for (const Point *first = points.data(), *other = first; other != first + count; ++other) {
      const float dx = own->x - other->x, dy = own->y - other->y, dz = own->z - other->z;
      const float distance = dx * dx + dy * dy + dz * dz;
      if (other == own || distance >= best) continue;
      best = distance;
      nearest[i] = static_cast<int>(other - first);
    }
  }

  tutorial::exercise::Case c(std::to_string(count) + (count == 1 ? " point" : " points"));
  c.number("count", static_cast<std::int64_t>(count));
  c.input("points", points);
  c.output<int>("nearest", count);
  c.expect("nearest", nearest);
  return c;
}

/// Of each of `count` points. Point: three floats x, y, z. Coordinates are few multiples of a power of two from 2^-60 to 1/2, so that distances
/// are exact and ties common; with many points they are more, in a box that is far from the origin. Some points coincide.
template <typename Point>
tutorial::exercise::Case nearest_case(std::size_t count, std::uint64_t seed) {
  const tutorial::Random random(seed + count);
  const float unit = std::ldexp(0.5f, -static_cast<int>(random.below(60, 3 * count)));
  const bool is_wide = count > 450;
  const auto coordinate = [&](std::size_t i) {
    const std::size_t axis = 3 * count + 1 + i % 3;
    const float least = is_wide ? static_cast<float>(random.below(1u << 23, axis)) - 0x1p22f : 0.0f;
    return unit * (least + static_cast<float>(random.below(is_wide ? 2300 : 100, i)));
  };
  std::vector<Point> points(count);
  for (std::size_t i = 0; i < count; ++i) {
    points[i] = {coordinate(3 * i), coordinate(3 * i + 1), coordinate(3 * i + 2)};
    if (i % 16 == 15) points[i] = points[random.below(static_cast<std::uint32_t>(i), 3 * count + 4 + i)];
  }
  return nearest_of(points);
}

/// At these coordinates.
template <typename Point>
tutorial::exercise::Case nearest_at(const std::vector<std::int64_t>& coordinates) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < coordinates.size(); i += 3)
    points.push_back({static_cast<float>(coordinates[i]), static_cast<float>(coordinates[i + 1]),
                      static_cast<float>(coordinates[i + 2])});
  return nearest_of(points);
}

/// Points whose two nearest are nearly equally far, and points far from the origin.
template <typename Point>
void add_exact_cases(tutorial::exercise::Cases& all, std::uint64_t seed) {
  constexpr std::size_t groups = 11;
  const tutorial::Random random(seed);
  all.push_back(nearest_at<Point>(tutorial::exercise::close_points(groups, random)));
  all.push_back(nearest_at<Point>(tutorial::exercise::far_pairs(random)));
  all.push_back(nearest_at<Point>(tutorial::exercise::points_of_far_plane(random)));
}
