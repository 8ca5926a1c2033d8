/// @file
/// For exercises that search for the nearest point: two candidates that only exact squared distances tell apart.
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

}  // namespace tutorial::exercise
