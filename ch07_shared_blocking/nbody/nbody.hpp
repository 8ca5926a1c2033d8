#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "nbody/nbody_check.hpp"
#include "tutorial/points.hpp"
#include "tutorial/tutorial.hpp"

/// One step of n bodies that attract each other: every body's acceleration from all others, then its new
/// velocity, then its new position. The gravitational constant is 1, the masses add up to about 1.
namespace nbody {

/// Adds the pull of `other` on a body at `own` to the acceleration. w is the mass of a body.
///
///     acceleration += m r / (r^2 + softening^2)^(3/2)
///
/// 18 floating-point operations (three differences, three products, six fused multiply-adds) and a reciprocal
/// square root. A body does not pull itself: r is 0, and what it is divided by is not. No test for that.
__host__ __device__ inline void attract(float4 own, float4 other, float3& acceleration) {
  const float x = other.x - own.x;
  const float y = other.y - own.y;
  const float z = other.z - own.z;
  const float inverse = rsqrtf(softening_squared + x * x + y * y + z * z);
  const float strength = other.w * (inverse * inverse * inverse);
  acceleration.x += strength * x;
  acceleration.y += strength * y;
  acceleration.z += strength * z;
}

/// Positions as in chapter 5, and in w masses from 0.5 / n to 1 / n, all different.
inline std::vector<float4> make_bodies(const tutorial::PointOptions& options, std::uint64_t seed) {
  const std::vector<float3> points = tutorial::make_points(options, seed);
  const tutorial::Random random(seed + 2);
  std::vector<float4> bodies;
  bodies.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const float mass = (0.5f + 0.5f * random.uniform(i)) / static_cast<float>(points.size());
    bodies.push_back({points[i].x, points[i].y, points[i].z, mass});
  }
  return bodies;
}

/// Velocities about as large as what a step adds to them, so that rounding the sum does not hide the forces.
inline std::vector<float3> make_velocities(std::int64_t count, std::uint64_t seed) {
  const tutorial::Random random(seed + 3);
  std::vector<float3> velocities;
  velocities.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i) {
    const auto component = [&](std::uint64_t axis) {
      return (random.uniform(3 * i + axis) - 0.5f) * time_step;
    };
    velocities.push_back({component(0), component(1), component(2)});
  }
  return velocities;
}

/// The bodies before a step.
inline State make_state(const tutorial::PointOptions& options, std::uint64_t seed) {
  return {make_bodies(options, seed), make_velocities(options.count, seed)};
}

/// The table's row.
inline tutorial::Case row(int count, const std::string& variant) {
  tutorial::Case row = tutorial::pairs_row(count, variant);
  row.ceiling_work = 18 * row.work;
  return row;
}

/// Fills a result with NaN, which no step makes, in every component.
template <typename T>
void poison(tutorial::DeviceBuffer<T>& result) {
  tutorial::poison_device(result.data(), result.bytes(), poison_byte);
}

/// The line below the table: what the step did to the sum of all momenta, which the forces leave as it is,
/// since each pair pulls with the same strength from both ends. What is left is rounding.
inline std::string momentum_text(const State& before, const std::vector<float3>& after) {
  std::array<double, 3> change{};
  double sizes = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const std::array<float, 3> new_velocity = components(after[i]);
    const std::array<float, 3> velocity = components(before.velocities[i]);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double impulse = double{before.bodies[i].w} * (double{new_velocity[axis]} - velocity[axis]);
      change[axis] += impulse;
      sizes += std::abs(impulse);
    }
  }
  if (sizes == 0) return "momentum: no body has changed its velocity";
  const double total = std::abs(change[0]) + std::abs(change[1]) + std::abs(change[2]);
  return "momentum: the impulses of all bodies add up to " +
         tutorial::value_text(static_cast<float>(total / sizes)) +
         " of their sizes; exact forces would give 0";
}

}  // namespace nbody
