#include <limits>
#include <optional>
#include <random>
#include <string>
#include <tutorial/exercise/check.hpp>

#include "exercise.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;

// In long vectors, coordinates are of any size. The step is a random one if none is given.
Case moved_points(int count, std::uint64_t seed, const std::optional<float3>& given = {}) {
  std::mt19937_64 random(seed * 1000003 + static_cast<std::uint64_t>(count));
  std::uniform_real_distribution<float> uniform(-10, 10);
  const float3 drawn = {uniform(random), uniform(random), uniform(random)};
  const float3 step = given.value_or(drawn);
  std::vector<float3> points(static_cast<std::size_t>(count)), moved = points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = {uniform(random), i % 61 == 0 ? 0.0f : uniform(random), uniform(random)};
    if (count > 60'000) {
      const auto any = [&random] { return tutorial::exercise::any_value<float>(random()); };
      points[i] = {any(), points[i].y, any()};
      if (i % 61 == 7) points[i].x = std::numeric_limits<float>::quiet_NaN();
    }
    if (given && i % 5 == 3) points[i].y = 0x1p-140f * uniform(random);  // subnormal, and so is a sum with 0
    // A sum of two such coordinates may be infinite.
    if (given && i % 7 == 2) {
      const float large = i % 14 == 2 ? 0x1.4p127f : -0x1.4p127f;
      points[i] = {large, large, large};
    }
    moved[i] = {points[i].x + step.x, points[i].y + step.y, points[i].z + step.z};
  }

  const std::string by = given ? ", step " + tutorial::exercise::text_of(step) : "";
  Case c("count = " + std::to_string(count) + by);
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

// A step that moves no point, two long ones along one axis, and one to infinity.
void add_special_steps(Cases& all, std::uint64_t seed) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const auto along = [seed](float size) {
    const auto on = [&](std::uint64_t axis) { return seed % 3 == axis ? size : 0.0f; };
    return float3{on(0), on(1), on(2)};
  };
  for (const float3 step :
       {float3{0, 0, 0}, along(0x1.4p100f), along(0x1.8p127f), float3{-infinity, infinity, 1}})
    all.push_back(moved_points(31, seed, step));
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const int count : {0, 1, 31, 255, 256, 257, 1000, 262400}) all.push_back(moved_points(count, seed));
  for (const int count : tutorial::exercise::small_sizes<int>(seed)) all.push_back(moved_points(count, seed));
  all.push_back(moved_points(tutorial::exercise::drawn_size(seed, 65'600, 70'000), seed));
  add_special_steps(all, seed);
  // The last block of the second size is nearly empty: what its idle threads do counts.
  for (const int count : {1 << 14, tutorial::exercise::drawn_size<int>(seed, 15873, 15936)})
    all.push_back(moved_points(count, seed).counted());
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
