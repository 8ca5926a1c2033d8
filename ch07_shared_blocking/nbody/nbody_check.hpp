#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "nbody/state.hpp"
#include "tutorial/points.hpp"
#include "tutorial/tutorial.hpp"

/// The check of a step of n bodies.
namespace nbody {

/// Compares the state after a step with a step in double: for every body, a sample of many, or 256 of those that a
/// sample of the blocks has written.
class Check {
 public:
  /// `before`: the bodies before the step
  Check(State before, std::uint64_t seed)
      : before_(std::move(before)),
        asked_(
            tutorial::blocks_are_sampled()
                ? Queries{}
                : ask(tutorial::choose_queries(static_cast<int>(before_.bodies.size()), seed, 100'000'000))) {
  }

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
  tutorial::Verdict operator()(const State& got) const {
    constexpr double u = 0x1p-24;
    const double error = (static_cast<double>(before_.bodies.size()) + 22.0) * u;
    const double growth = error / (1 - error);

    const Queries queries =
        tutorial::blocks_are_sampled()
            ? ask(tutorial::written_queries(std::span<const float4>(got.bodies), 256, poison_byte))
            : asked_;
    std::vector<float> values;
    std::vector<double> want;
    std::vector<double> bounds;
    const auto add = [&](float got_value, double want_value, double bound) {
      values.push_back(got_value);
      want.push_back(want_value);
      bounds.push_back(bound);
    };
    for (std::size_t i = 0; i < queries.bodies.size(); ++i) {
      const auto query = static_cast<std::size_t>(queries.bodies[i]);
      const std::array<float, 3> place = components(before_.bodies[query]);
      const std::array<float, 3> velocity = components(before_.velocities[query]);
      const std::array<float, 3> got_place = components(got.bodies[query]);
      const std::array<float, 3> got_velocity = components(got.velocities[query]);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const Pull& pull = queries.pulls[i];
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
      add(got.bodies[query].w, before_.bodies[query].w, 0);
    }

    constexpr std::int64_t in_body = 7;
    tutorial::Verdict verdict = tutorial::verify(
        values, [&](std::int64_t i) { return want[static_cast<std::size_t>(i)]; },
        [&](std::int64_t i) { return bounds[static_cast<std::size_t>(i)]; },
        [&](std::int64_t i) {
          const char* const names[in_body] = {"velocity x", "x", "velocity y", "y",
                                              "velocity z", "z", "mass"};
          return "body " + std::to_string(queries.bodies[static_cast<std::size_t>(i / in_body)]) + ", " +
                 names[i % in_body];
        });
    if (verdict.ok && queries.bodies.size() < before_.bodies.size()) {
      verdict.text += ", " + tutorial::count_text(std::ssize(queries.bodies)) + " of " +
                      tutorial::count_text(std::ssize(before_.bodies)) + " bodies";
    }
    return verdict;
  }

 private:
  struct Pull {
    std::array<double, 3> acceleration{};
    std::array<double, 3> sizes{};  ///< the same sum without the signs
  };

  struct Queries {
    std::vector<int> bodies;
    std::vector<Pull> pulls;  // of each of them
  };

  Queries ask(std::vector<int> of) const {
    Queries queries{std::move(of), {}};
    for (const int query : queries.bodies) queries.pulls.push_back(reference_pull(query));
    return queries;
  }

  Pull reference_pull(int query) const {
    const std::array<float, 3> own = components(before_.bodies[static_cast<std::size_t>(query)]);
    Pull pull;
    for (const float4& body : before_.bodies) {
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

  State before_;
  Queries asked_;
};

}  // namespace nbody
