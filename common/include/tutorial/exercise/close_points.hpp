/// @file
/// For exercises that search for the nearest point: candidates that only exact differences of coordinates tell apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutorial/random.hpp"

namespace tutorial::exercise {

/// Coordinates x, y, z of 3 * `groups` points. Near point g are point groups + g, at a squared distance of 24 bits, and point g + 2 * groups, at
/// one that is less by 1: their square roots are mostly equal as floats. Other groups are much farther away.
inline std::vector<std::int64_t> close_points(std::size_t groups, const Random& random) {
  constexpr std::int64_t between_groups = 3 << 13, least = 2000, most = 2890;
  std::vector<std::int64_t> coordinates(9 * groups);
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t x = random.below(3, 3 * g), y = (x + 1) % 3, z = (x + 2) % 3;
    const auto far = [&](std::size_t axis) {
      return least + random.below(static_cast<std::uint32_t>(most - least), 3 * g + axis);
    };
    std::int64_t* const own = coordinates.data() + 3 * g;
    std::int64_t* const farther = own + 3 * groups;
    std::int64_t* const nearer = own + 6 * groups;
    own[x] = between_groups * static_cast<std::int64_t>(g);
    farther[x] = own[x] + far(1);
    farther[y] = own[y] + far(2);
    farther[z] = own[z] + 1;
    nearer[x] = 2 * own[x] - farther[x];
    nearer[y] = 2 * own[y] - farther[y];
    nearer[z] = own[z];
  }
  return coordinates;
}

/// As close_points(), but the two candidates lie along one axis, at distances of 20 bits that differ by 1: differences of coordinates that are
/// rounded to fewer bits are equal. Their squares differ by more than a rounding.
inline std::vector<std::int64_t> far_pairs(const Random& random) {
  constexpr std::size_t groups = 7;
  constexpr std::int64_t between_groups = 1 << 21, least = 1 << 19;
  std::vector<std::int64_t> coordinates(9 * groups);
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t axis = random.below(3, 2 * g);
    const std::int64_t far = least + 1 + random.below(least / 2, 2 * g + 1);
    for (std::size_t i = 0; i < 3; ++i) {  // the point, the farther candidate, and the nearer one
      std::int64_t* const point = coordinates.data() + 3 * (g + i * groups);
      point[0] = between_groups * static_cast<std::int64_t>(g);
      point[axis] += i == 1 ? far : i == 2 ? 1 - far : 0;
    }
  }
  return coordinates;
}

/// Coordinates of points near to each other on a plane that is far from the origin, perpendicular to an axis: to square coordinates before
/// subtracting loses their distances, in double too.
inline std::vector<std::int64_t> points_of_far_plane(const Random& random) {
  constexpr std::size_t count = 40;
  const std::size_t across = random.below(3, 3 * count);
  const std::int64_t distance = std::int64_t{(1 << 23) + random.below(1 << 23, 3 * count + 1)} << 20;
  std::vector<std::int64_t> coordinates(3 * count);
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    coordinates[i] = i % 3 == across ? distance : random.below(1000, i);
  return coordinates;
}

}  // namespace tutorial::exercise
