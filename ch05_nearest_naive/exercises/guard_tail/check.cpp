#include <random>
#include <tutorial/exercise/check.hpp>

#include "exercise.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

// In long vectors, coordinates are of any size.
Case moved_points(int count, std::uint64_t seed) {
  std::mt19937_64 random(seed * 1000003 + static_cast<std::uint64_t>(count));
  std::uniform_real_distribution<float> uniform(-10, 10);
  const float3 step = {uniform(random), uniform(random), uniform(random)};
  std::vector<float3> points(static_cast<std::size_t>(count)), moved = points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = {uniform(random), i % 61 == 0 ? 0.0f : uniform(random), uniform(random)};
    if (count > 60'000) {
      const auto any = [&random] { return tutorial::exercise::any_value<float>(random()); };
      points[i] = {any(), points[i].y, any()};
    }
    moved[i] = {points[i].x + step.x, points[i].y + step.y, points[i].z + step.z};
  }

  Case c("count = " + std::to_string(count));
  c.number("count", count);
  c.real("step.x", static_cast<double>(step.x));
  c.real("step.y", static_cast<double>(step.y));
  c.real("step.z", static_cast<double>(step.z));
  c.input("points", points);
  c.output<float3>("moved", points.size());
  c.expect("moved", moved);
  c.expect_unchanged("points");
  return c;
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const int count : {0, 1, 31, 255, 256, 257, 1000, 262400}) all.push_back(moved_points(count, seed));
  all.push_back(moved_points(tutorial::exercise::drawn_size(seed, 65'600, 70'000), seed));
  // The last block of the second size is nearly empty: what its idle threads do counts.
  for (const int count : {1 << 14, tutorial::exercise::drawn_size<int>(seed, 15873, 15936)})
    all.push_back(moved_points(count, seed).counted());
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
