#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/points.hpp"
#include "tutorial/tutorial.hpp"

/// One step of n bodies that attract each other: every body's acceleration from all others, then its new
/// velocity, then its new position. The gravitational constant is 1, the masses add up to about 1.
namespace nbody {

/// Length of a step.
constexpr float time_step = 0x1p-10f;

/// Square of the softening length: two bodies never attract each other as if they were closer than that.
/// Without it a pair that nearly meets can gain any speed in one step, and two bodies in one place divide zero
/// by zero.
constexpr float softening_squared = 0x1p-12f;

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

/// The bodies before and after a step, on the device, and the check.
class NBody {
 public:
  NBody(const tutorial::PointOptions& options, std::uint64_t seed)
      : NBody(make_bodies(options, seed), make_velocities(options.count, seed), seed) {}

  NBody(std::vector<float4> given_bodies, std::vector<float3> given_velocities, std::uint64_t seed)
      : host_bodies_(std::move(given_bodies)),
        host_velocities_(std::move(given_velocities)),
        queries_(tutorial::choose_queries(static_cast<int>(host_bodies_.size()), seed, 100'000'000)),
        count(static_cast<int>(host_bodies_.size())),
        bodies(host_bodies_),
        velocities(host_velocities_),
        new_bodies(host_bodies_.size()),
        new_velocities(host_bodies_.size()) {
    for (const int query : queries_) reference_.push_back(reference_pull(query));
  }

  /// Fills both outputs with NaN.
  void poison() {
    if (count == 0) return;
    CUDA_CHECK(cudaMemset(new_bodies.data(), 0xFF, new_bodies.bytes()));
    CUDA_CHECK(cudaMemset(new_velocities.data(), 0xFF, new_velocities.bytes()));
  }

  /// Compares position, mass and velocity after the step with a step in double, for every body or a sample of
  /// many.
  tutorial::Verdict check() const { return check(new_bodies.to_host(), new_velocities.to_host()); }

  /// The bound, with u = 2^-24, the largest relative error of one operation in float: a coordinate's
  /// difference is exact here. r^2 + softening^2 is a sum of positive terms, wrong by a factor of 1 + 4 u;
  /// its reciprocal square root by half of that and the 4 u (2 ulp) that CUDA allows rsqrtf; the third power
  /// by three times that and two roundings; the products with mass and distance are two more: 22 u. A sum of
  /// n terms adds n roundings, each at most u of the sizes of all terms together. So a component of the
  /// acceleration differs by
  ///
  ///     growth((n + 22) u) * sum of |m r / (r^2 + softening^2)^(3/2)|,   growth(e) = e / (1 - e)
  ///
  /// at most. Velocity and position inherit that times the step, and add two roundings each; we allow three.
  /// Small numbers of bodies are the sharp test: a body that is lost, or counted twice, exceeds this
  /// bound as long as its pull is more than n u of all pulls together.
  tutorial::Verdict check(const std::vector<float4>& got_bodies,
                          const std::vector<float3>& got_velocities) const {
    constexpr double u = 0x1p-24;
    const double error = (count + 22.0) * u;
    const double growth = error / (1 - error);

    std::vector<float> got;
    std::vector<double> want;
    std::vector<double> bounds;
    const auto add = [&](float got_value, double want_value, double bound) {
      got.push_back(got_value);
      want.push_back(want_value);
      bounds.push_back(bound);
    };
    for (std::size_t i = 0; i < queries_.size(); ++i) {
      const auto query = static_cast<std::size_t>(queries_[i]);
      const std::array<float, 3> place = components(host_bodies_[query]);
      const std::array<float, 3> velocity = components(host_velocities_[query]);
      const std::array<float, 3> got_place = components(got_bodies[query]);
      const std::array<float, 3> got_velocity = components(got_velocities[query]);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const Pull& pull = reference_[i];
        const double change = pull.acceleration[axis] * time_step;
        const double want_velocity = velocity[axis] + change;
        const double velocity_bound =
            growth * pull.sizes[axis] * time_step + 3 * u * (std::abs(velocity[axis]) + std::abs(change));
        const double want_place = place[axis] + want_velocity * time_step;
        const double place_bound = velocity_bound * time_step +
                                   3 * u * (std::abs(place[axis]) + std::abs(want_velocity) * time_step);
        add(got_velocity[axis], want_velocity, velocity_bound);
        add(got_place[axis], want_place, place_bound);
      }
      add(got_bodies[query].w, host_bodies_[query].w, 0);
    }

    constexpr std::int64_t values = 7;
    tutorial::Verdict verdict = tutorial::verify(
        got, [&](std::int64_t i) { return want[static_cast<std::size_t>(i)]; },
        [&](std::int64_t i) { return bounds[static_cast<std::size_t>(i)]; },
        [&](std::int64_t i) {
          const char* const names[values] = {"velocity x", "x", "velocity y", "y", "velocity z", "z", "mass"};
          return "body " + std::to_string(queries_[static_cast<std::size_t>(i / values)]) + ", " +
                 names[i % values];
        });
    if (verdict.ok && queries_.size() < host_bodies_.size()) {
      verdict.text += ", " + tutorial::count_text(static_cast<std::int64_t>(queries_.size())) + " of " +
                      tutorial::count_text(count) + " bodies";
    }
    return verdict;
  }

  /// The line below the table: what the step did to the sum of all momenta, which the forces leave as it is,
  /// since each pair pulls with the same strength from both ends. What is left is rounding.
  std::string momentum_text() const {
    const std::vector<float3> after = new_velocities.to_host();
    std::array<double, 3> change{};
    double sizes = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
      const std::array<float, 3> new_velocity = components(after[i]);
      const std::array<float, 3> velocity = components(host_velocities_[i]);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double impulse = double{host_bodies_[i].w} * (double{new_velocity[axis]} - velocity[axis]);
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

  /// The table's row.
  tutorial::Case row(const std::string& variant) const {
    tutorial::Case row = tutorial::pairs_row(count, variant);
    row.ceiling_work = 18 * row.work;
    return row;
  }

 private:
  std::vector<float4> host_bodies_;
  std::vector<float3> host_velocities_;
  std::vector<int> queries_;

 public:
  const int count;
  const tutorial::DeviceBuffer<float4> bodies;  ///< position and mass
  const tutorial::DeviceBuffer<float3> velocities;
  tutorial::DeviceBuffer<float4> new_bodies;
  tutorial::DeviceBuffer<float3> new_velocities;

 private:
  struct Pull {
    std::array<double, 3> acceleration{};
    std::array<double, 3> sizes{};  ///< the same sum without the signs
  };

  static std::array<float, 3> components(float3 v) { return {v.x, v.y, v.z}; }
  static std::array<float, 3> components(float4 v) { return {v.x, v.y, v.z}; }

  // Positions as in chapter 5. Masses from 0.5 / n to 1 / n, all different.
  static std::vector<float4> make_bodies(const tutorial::PointOptions& options, std::uint64_t seed) {
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

  // About as large as what a step adds to them, so that rounding the sum does not hide the forces.
  static std::vector<float3> make_velocities(std::int64_t count, std::uint64_t seed) {
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

  Pull reference_pull(int query) const {
    const std::array<float, 3> own = components(host_bodies_[static_cast<std::size_t>(query)]);
    Pull pull;
    for (const float4& body : host_bodies_) {
      const std::array<float, 3> other = components(body);
      std::array<double, 3> r{};
      double squared = softening_squared;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        r[axis] = double{other[axis]} - own[axis];
        squared += r[axis] * r[axis];
      }
      const double strength = body.w / (squared * std::sqrt(squared));
      for (std::size_t axis = 0; axis < 3; ++axis) {
        pull.acceleration[axis] += strength * r[axis];
        pull.sizes[axis] += strength * std::abs(r[axis]);
      }
    }
    return pull;
  }

  std::vector<Pull> reference_;
};

}  // namespace nbody
