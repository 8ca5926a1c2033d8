#include <cuda_runtime.h>

#include <cstdint>
#include <string>
#include <vector>

#include <tutorial/exercise/check.hpp>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

// Whole coordinates below 1000, so that a squared distance fits a float. The axes have ranges of their own:
// who takes one for another is found out.
Case distances(std::size_t n, std::uint64_t seed) {
  const tutorial::Random random(seed + n);
  const auto coordinate = [&](std::uint32_t below, std::uint64_t i) {
    return static_cast<float>(random.below(below, i));
  };
  const float3 centre = make_float3(coordinate(50, 0), coordinate(400, 1), 1 + coordinate(900, 2));
  std::vector<float3> points(n);
  std::vector<float> distance(n);
  for (std::size_t i = 0; i < n; ++i) {
    points[i] =
        make_float3(coordinate(100, 3 * i + 3), coordinate(500, 3 * i + 4), coordinate(1000, 3 * i + 5));
    const float dx = points[i].x - centre.x;
    const float dy = points[i].y - centre.y;
    const float dz = points[i].z - centre.z;
    distance[i] = dx * dx + dy * dy + dz * dz;
  }
  Case c("n = " + std::to_string(n));
  c.number("n", static_cast<std::int64_t>(n));
  c.real("x", centre.x);
  c.real("y", centre.y);
  c.real("z", centre.z);
  c.input("points", points);
  c.output<float>("arranged", 3 * n);
  c.output<float>("distance", n);
  c.expect("distance", distance);
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t n : {0, 1, 31, 33, 127, 129, 1009}) all.push_back(distances(n, seed));
  add_counted<std::size_t>(all, seed, 128, 120, [seed](std::size_t k) { return distances(32 * k, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
