#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "nearest/k_nearest.hpp"

/// Points at which a filter by rounded numbers must prove that it is exact, and the exact answers.
namespace hard_points {

struct Input {
  std::string name;
  std::vector<float3> points;
};

using Places = std::vector<float3>;

/// `count` points; `make` gets a source of numbers from 0 to 1 and the point's index.
template <typename Make>
Input input(const std::string& name, int count, Make make) {
  const tutorial::Random random(11);
  Input made{name, {}};
  for (int i = 0; i < count; ++i) {
    const auto number = [&](int axis) { return random.uniform(static_cast<std::uint64_t>(3 * i + axis)); };
    made.points.push_back(make(number, i));
  }
  return made;
}

/// Inputs that are hard for a formula that takes small distances from large numbers.
inline std::vector<Input> hard_inputs() {
  const auto cube = [](float shift, float side) {
    return [=](auto number, int) {
      return float3{shift + side * number(0), shift + side * number(1), shift - side * number(2)};
    };
  };
  const auto two_places = [](float side, float distance) {
    return [=](auto number, int i) {
      const float shift = i % 2 == 0 ? 0 : distance;
      return float3{shift + side * number(0), side * number(1) - shift, side * number(2)};
    };
  };
  std::vector<Input> inputs;
  inputs.push_back(input("in the unit cube", 400, cube(0, 1)));
  inputs.push_back(input("a cube far from the origin", 400, cube(1e4f, 1)));
  inputs.push_back(input("so far that coordinates are multiples of 1/16", 400, cube(1e6f, 1)));
  inputs.push_back(input("large", 300, cube(0, 1e18f)));
  inputs.push_back(input("sums of squares are nearly too large for a float", 300, cube(-4e18f, 9e18f)));
  inputs.push_back(input("squares are too large for a float", 300, cube(0, 3e19f)));
  inputs.push_back(input("small", 300, cube(0, 1e-16f)));
  inputs.push_back(input("squares are no normal floats", 300, cube(0, 1e-20f)));
  inputs.push_back(input("squares are 0", 300, cube(0, 1e-25f)));
  inputs.push_back(input("two dense places far apart", 400, two_places(1e-4f, 10)));
  inputs.push_back(input("two dense places very far apart", 400, two_places(1e-3f, 1e6f)));
  inputs.push_back(input("all in one place", 1030, [](auto, int) { return float3{0.1f, 0.2f, 0.3f}; }));
  inputs.push_back(input("on a line, each between two equals", 400, [](auto, int i) {
    return float3{1000, static_cast<float>(i * 37 % 400) * 0.25f, -1000};
  }));
  inputs.push_back(input("of all sizes", 300, [](auto number, int) {
    const auto any = [&](int axis) {
      const float size = std::exp2(std::floor(120 * number(axis)) - 60);
      return number(axis) * 1024 - std::floor(number(axis) * 1024) < 0.5f ? -size : size;
    };
    return float3{any(0), any(1), any(2)};
  }));
  // The first point has all others at nearly the same distance: they differ by some roundings.
  inputs.push_back(input("on a sphere round the first", 400, [](auto number, int i) {
    const float z = 2 * number(0) - 1;
    const float turn = 6.2831853f * number(1);
    const float flat = std::sqrt(1 - z * z);
    const float radius = i == 0 ? 0.f : 1.f;
    return float3{20 + radius * flat * std::cos(turn), 20 + radius * flat * std::sin(turn), 20 + radius * z};
  }));
  return inputs;
}

/// The nearest other point of each; the lowest index wins a tie.
inline std::vector<int> reference(const Places& points) {
  std::vector<int> nearest;
  for (int query = 0; query < static_cast<int>(points.size()); ++query) {
    nearest.push_back(nearest::reference_k_nearest(points, query, 1)[0]);
  }
  return nearest;
}

}  // namespace hard_points
