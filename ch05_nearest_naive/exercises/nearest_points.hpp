#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <tutorial/exercise/check.hpp>
#include <tutorial/exercise/close_points.hpp>
#include <tutorial/random.hpp>
#include <vector>

/// The search in integers, for three coordinates per point; by pointers, since checks are compiled without optimization. Mostly they are below 2^11 apart, so that a float holds every squared distance.
inline std::vector<int> nearest_of(const std::vector<std::int64_t>& coordinates) {
  const std::size_t count = coordinates.size() / 3;
  std::vector<int> nearest(count, -1);
  for (std::size_t query = 0; query < count; ++query) {
    const std::int64_t* const own = coordinates.data() + 3 * query;
    const std::int64_t* other = coordinates.data();
    std::int64_t best = INT64_MAX;
    for (std::size_t candidate = 0; candidate < count; ++candidate, other += 3) {
      const std::int64_t dx = own[0] - other[0], dy = own[1] - other[1], dz = own[2] - other[2];
      const std::int64_t distance = dx * dx + dy * dy + dz * dz;
      if (candidate != query && distance < best) {
        best = distance;
        nearest[query] = static_cast<int>(candidate);
      }
    }
  }
  return nearest;
}

/// Points at these coordinates, times `unit`.
inline tutorial::exercise::Case find_nearest_at(const std::vector<std::int64_t>& coordinates, float unit,
                                                const std::string& name) {
  const std::size_t count = coordinates.size() / 3;
  std::vector<float3> points(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto coordinate = [&](std::size_t axis) {
      return unit * static_cast<float>(coordinates[3 * i + axis]);
    };
    points[i] = make_float3(coordinate(0), coordinate(1), coordinate(2));
  }
  tutorial::exercise::Case c("count = " + std::to_string(count) + ", " + name);
  c.number("count", static_cast<std::int64_t>(count));
  c.input("points", points);
  c.output<int>("nearest", count);
  c.expect("nearest", nearest_of(coordinates));
  return c;
}

/// Points of a box that is not at the origin: the narrower it is, the more points lie in one place or equally far. Their coordinates
/// are integers times a power of two, from 2^-50 to 2^10, which the seed chooses as it chooses the place of the box. That of many points is far
/// away, and some of them coincide.
inline tutorial::exercise::Case find_nearest_case(std::size_t count, std::uint32_t width,
                                                  std::uint64_t seed) {
  const tutorial::Random random(seed + count + width);
  const float unit = std::ldexp(1.0f, static_cast<int>(random.below(61, 3 * count)) - 50);
  const std::uint32_t sides[] = {width, width + 1, width / 2 + 1};
  const std::uint32_t places = count < 600 ? 2000 : 1 << 23;
  std::vector<std::int64_t> coordinates(3 * count);
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const std::int64_t first =
        static_cast<std::int64_t>(random.below(places, 3 * count + 1 + i % 3)) - places * 3 / 4;
    const std::uint32_t side = sides[i % 3];
    const bool has_zero = first <= 0 && first + side > 0;
    coordinates[i] = has_zero && i % 61 == 0 ? 0 : first + random.below(side, i);
  }
  if (count >= 600)
    for (std::size_t i = 15; i < count; i += 16) {
      const std::size_t other = random.below(static_cast<std::uint32_t>(i), 3 * count + 4 + i);
      std::copy_n(coordinates.begin() + static_cast<std::ptrdiff_t>(3 * other), 3,
                  coordinates.begin() + static_cast<std::ptrdiff_t>(3 * i));
    }
  return find_nearest_at(coordinates, unit, "coordinates of " + std::to_string(width) + " values");
}

/// Few points, so far apart that a float barely holds the squared distances.
inline tutorial::exercise::Case find_far_case(std::uint64_t seed) {
  constexpr std::uint32_t width = 1400;
  const tutorial::Random random(seed);
  std::vector<std::int64_t> coordinates(3 * 9);
  for (std::size_t i = 0; i < coordinates.size(); ++i) coordinates[i] = random.below(width, i);
  return find_nearest_at(coordinates, 0x1p52f, "squared distances up to 2^126");
}

/// Points between two others that are equally far, at a distance whose square a float must round: with one expression for both, it rounds alike.
inline tutorial::exercise::Case find_mirrored_case(std::uint64_t seed) {
  constexpr std::size_t groups = 40;
  constexpr std::int64_t between_groups = 1 << 18, least = 1 << 13;
  const tutorial::Random random(seed);
  std::vector<std::int64_t> coordinates(9 * groups);
  for (std::size_t g = 0; g < groups; ++g) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t own = axis == 0 ? between_groups * static_cast<std::int64_t>(g) : 0;
      const std::int64_t offset = least + random.below(least, 3 * g + axis);
      coordinates[3 * g + axis] = own;
      coordinates[3 * (groups + g) + axis] = own + offset;
      coordinates[3 * (2 * groups + g) + axis] = own - offset;
    }
  }
  return find_nearest_at(coordinates, 1, "ties between distances that round");
}

/// Points of a lattice with many ties, far from the first point and the last one, which are near to each other: to square coordinates before
/// subtracting loses the ties, in double too, even if the first point is taken for the origin.
inline tutorial::exercise::Case find_far_ties_case(const tutorial::Random& random) {
  constexpr std::size_t count = 27;
  constexpr std::int64_t unit = 1 << 7, least = 1 << 23;
  std::vector<std::int64_t> coordinates(3 * count);
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    coordinates[i] = i < 3                        ? random.below(1 << 23, 4 * count + i)
                     : i + 3 < coordinates.size() ? unit * (least + random.below(4, i))
                                                  : coordinates[i % 3] + 1 + random.below(9, i);
  return find_nearest_at(coordinates, 1, "ties far from the first point");
}

/// Points whose two nearest are nearly equally far, and points far from the origin.
inline void add_exact_cases(tutorial::exercise::Cases& all, std::uint64_t seed) {
  constexpr std::size_t groups = 11;
  const tutorial::Random random(seed);
  all.push_back(find_nearest_at(tutorial::exercise::close_points(groups, random), 1,
                                "squared distances that differ by 1"));
  all.push_back(find_nearest_at(tutorial::exercise::far_pairs(random), 1, "distances that differ by 1"));
  all.push_back(find_nearest_at(tutorial::exercise::points_of_far_plane(random), 1, "points on a far plane"));
  all.push_back(find_far_ties_case(random));
}
