#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <tutorial/exercise/check.hpp>

#include "tutorial/random.hpp"

namespace {

using tutorial::exercise::Case;
using tutorial::exercise::Cases;
using tutorial::exercise::Difference;

// The bits of floats, in ascending order.
std::vector<std::uint32_t> sorted_bits(std::span<const float> floats) {
  std::vector<std::uint32_t> bits(floats.size());
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = std::bit_cast<std::uint32_t>(floats[i]);
  std::sort(bits.begin(), bits.end());
  return bits;
}

// The squared distances of these points from a center, without their expected values.
Case case_of(const std::string& name, const std::vector<float3>& points, float3 centre) {
  const std::size_t n = points.size();
  Case c(name);
  c.number("n", static_cast<std::int64_t>(n));
  c.real("x", centre.x);
  c.real("y", centre.y);
  c.real("z", centre.z);
  c.input("points", points);
  c.output<float>("arranged", 3 * n);
  c.output<float>("distance", n);
  std::vector<float> coordinates;
  for (const float3& point : points) coordinates.insert(coordinates.end(), {point.x, point.y, point.z});
  c.expect_that("arranged",
                [wanted = sorted_bits(coordinates)](std::span<const float> got) -> std::optional<Difference> {
                  if (sorted_bits(got) == wanted) return std::nullopt;
                  std::multiset<std::uint32_t> left(wanted.begin(), wanted.end());
                  for (std::size_t i = 0; i < got.size(); ++i) {
                    const auto found = left.find(std::bit_cast<std::uint32_t>(got[i]));
                    if (found == left.end())
                      return Difference{i, tutorial::exercise::text_of(got[i]), "a coordinate",
                                        "the layout holds every coordinate of every point once"};
                    left.erase(found);
                  }
                  return std::nullopt;
                });
  return c;
}

// Integers below 1000 times a power of two, so that a squared distance fits a float. The axes have ranges of their
// own: an answer that takes one axis for another is found out. Many points lie in a box far from the origin, on any side of it.
Case distances(std::size_t n, std::uint64_t seed) {
  const tutorial::Random random(seed + n);
  const int least_exponent = n == 1009 ? -40 : -10;
  const float unit = std::ldexp(1.0f, least_exponent + static_cast<int>(random.below(21, 3 * n + 3)));
  const auto coordinate = [&](std::uint32_t below, std::uint64_t i) {
    const std::uint64_t axis = 3 * n + 4 + i % 3;
    const float least = n < 3800 ? 0.0f : static_cast<float>(random.below(1u << 23, axis)) - 0x1p22f;
    return unit * (least + static_cast<float>(random.below(below, i)));
  };
  const float3 centre = make_float3(coordinate(50, 0), coordinate(400, 1), unit + coordinate(900, 2));
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
  Case c = case_of("n = " + std::to_string(n), points, centre);
  c.expect("distance", distance);
  return c;
}

// Coordinates of 24 bits and any size, so that distances round. Every other point has one coordinate of a center that is far away: to square
// before subtracting loses the others, in double too.
Case far_distances(std::uint64_t seed) {
  constexpr std::size_t n = 96;
  constexpr double bound = 16 * 0x1p-24;
  const tutorial::Random random(seed);
  const auto any = [&random](std::uint64_t i, std::uint32_t exponents) {
    return std::ldexp(random.uniform(2 * i) - 0.5f, static_cast<int>(random.below(exponents, 2 * i + 1)));
  };
  const std::size_t far_axis = seed % 3;
  float centre[3];
  for (std::size_t axis = 0; axis < 3; ++axis)
    centre[axis] = axis == far_axis ? std::ldexp(1 + random.uniform(axis), 40) : random.uniform(axis);
  std::vector<float3> points;
  std::vector<float> distance;
  for (std::size_t i = 0; i < n; ++i) {
    float point[3];
    double sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const bool is_near = i % 2 == 0;
      point[axis] = is_near && axis == far_axis ? centre[axis] : any(3 + 3 * i + axis, is_near ? 2 : 42);
      const double difference = static_cast<double>(point[axis]) - static_cast<double>(centre[axis]);
      sum += difference * difference;
    }
    points.push_back(make_float3(point[0], point[1], point[2]));
    distance.push_back(static_cast<float>(sum));
  }
  Case c = case_of("n = 96, points near the center and far away", points,
                   make_float3(centre[0], centre[1], centre[2]));
  c.expect_near("distance", distance, bound);
  return c;
}

// A center at the origin, and one that is infinitely far away.
void add_special_centres(Cases& all, std::uint64_t seed) {
  constexpr std::size_t n = 33;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const tutorial::Random random(seed);
  for (const float size : {0.0f, infinity}) {
    std::vector<float3> points;
    std::vector<float> distance;
    for (std::size_t i = 0; i < n; ++i) {
      const auto coordinate = [&](std::uint64_t axis) {
        return static_cast<float>(random.below(1000, 3 * i + axis));
      };
      const float3& point = points.emplace_back(make_float3(coordinate(0), coordinate(1), coordinate(2)));
      distance.push_back(point.x * point.x + point.y * point.y + point.z * point.z + size);
    }
    const auto along = [&](std::uint64_t axis) { return seed % 3 == axis ? size : 0.0f; };
    all.push_back(case_of("n = 33, center " + tutorial::exercise::text_of(size) + " away", points,
                          make_float3(along(0), along(1), along(2))));
    all.back().expect("distance", distance);
  }
}

Cases cases(std::uint64_t seed) {
  Cases all;
  for (const std::size_t n : {0, 1, 31, 33, 127, 129, 1009}) all.push_back(distances(n, seed));
  for (const std::size_t n : tutorial::exercise::small_sizes<std::size_t>(seed))
    all.push_back(distances(n, seed));
  all.push_back(distances(tutorial::exercise::drawn_size<std::size_t>(seed, 65'600, 70'000), seed));
  all.push_back(far_distances(seed));
  add_special_centres(all, seed);
  add_counted<std::size_t>(all, seed, 128, 120, [seed](std::size_t k) { return distances(32 * k, seed); });
  return all;
}

}  // namespace

TUTORIAL_EXERCISE(cases)
