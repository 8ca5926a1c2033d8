#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "further/divisor.hpp"
#include "tutorial/tutorial.hpp"

/// A permutation of the dimensions of an array, and in which order blocks walk over it.
namespace ch08 {

/// An array in row-major order, and which of its dimensions is each of the output's.
struct Permutation {
  std::vector<std::int64_t> extents;  ///< of the input, the last one is the fastest
  std::vector<int> order;             ///< order[i]: the input's dimension that is the output's i-th

  std::int64_t count() const {
    std::int64_t all = 1;
    for (const std::int64_t extent : extents) all *= extent;
    return all;
  }

  /// Where element i of the output is in the input: the definition, used by the check.
  std::int64_t source(std::int64_t i) const {
    std::array<std::int64_t, 8> index{};  // in the input
    for (std::size_t d = order.size(); d-- > 0;) {
      const auto dimension = static_cast<std::size_t>(order[d]);
      index[dimension] = i % extents[dimension];
      i /= extents[dimension];
    }
    std::int64_t place = 0;
    for (std::size_t d = 0; d < extents.size(); ++d) place = place * extents[d] + index[d];
    return place;
  }

  std::string text() const {
    std::string all;
    for (const std::int64_t extent : extents) all += (all.empty() ? "" : " x ") + std::to_string(extent);
    all += ", order ";
    for (const int dimension : order) all += std::to_string(dimension);
    return all;
  }
};

/// "64x512x64x128" and "3210". @throws tutorial::UsageError
inline Permutation parse_permutation(const std::string& shape, const std::string& order) {
  Permutation result;
  std::int64_t extent = -1;
  const auto take = [&] {
    tutorial::Program::require(extent >= 0,
                               "--shape is numbers with an x between them, such as 64x512x64x128");
    result.extents.push_back(extent);
    extent = -1;
  };
  for (const char c : shape) {
    if (c == 'x') {
      take();
      continue;
    }
    tutorial::Program::require(c >= '0' && c <= '9',
                               "--shape is numbers with an x between them, such as 64x512x64x128");
    extent = std::max<std::int64_t>(extent, 0) * 10 + (c - '0');
    tutorial::Program::require(extent < (std::int64_t{1} << 31), "--shape: a dimension must be below 2^31");
  }
  take();
  tutorial::Program::require(result.extents.size() <= 8, "--shape has at most 8 dimensions");
  std::int64_t count = 1;
  for (const std::int64_t each : result.extents) {
    count = each == 0 || count == 0 ? 0 : count;
    tutorial::Program::require(count == 0 || count < (std::int64_t{1} << 31) / each,
                               "--shape must have fewer than 2^31 elements");
    count *= each;
  }
  std::string sorted = order;
  std::sort(sorted.begin(), sorted.end());
  tutorial::Program::require(sorted == std::string("01234567").substr(0, result.extents.size()),
                             "--order names each dimension of --shape once: 3210 reverses four");
  for (const char c : order) result.order.push_back(c - '0');
  return result;
}

/// A dimension that blocks or rows are counted along.
struct Loop {
  std::int64_t extent;
  std::int64_t in_stride, out_stride;  ///< of a step, in elements
  unsigned a_step = 0, b_step = 0;     ///< of a step along the sides of the tiles
};

/// Dimensions that are neighbors in the input and in the output are one; those of one element are none.
/// Sorted as the output has them, the slowest first.
inline std::vector<Loop> merged(const Permutation& permutation) {
  std::vector<int> kept;  // dimensions of the input, in the output's order
  for (const int d : permutation.order) {
    if (permutation.extents[static_cast<std::size_t>(d)] != 1) kept.push_back(d);
  }
  const auto follows = [&](int before, int after) {  // in the input, without those of one element
    for (int d = before + 1; d < after; ++d) {
      if (permutation.extents[static_cast<std::size_t>(d)] != 1) return false;
    }
    return before < after;
  };
  std::vector<Loop> loops;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const auto dimension = static_cast<std::size_t>(kept[i]);
    std::int64_t stride = 1;
    for (std::size_t d = dimension + 1; d < permutation.extents.size(); ++d) stride *= permutation.extents[d];
    if (i > 0 && follows(kept[i - 1], kept[i])) {
      loops.back().extent *= permutation.extents[dimension];
      loops.back().in_stride = stride;
    } else {
      loops.push_back({.extent = permutation.extents[dimension], .in_stride = stride, .out_stride = 0});
    }
  }
  std::int64_t stride = 1;
  for (std::size_t i = loops.size(); i-- > 0;) {
    loops[i].out_stride = stride;
    stride *= loops[i].extent;
  }
  return loops;
}

/// What the device needs of the nest of loops: an index, divided by one extent after the other, the fastest first.
struct Nest {
  struct Step {
    Divisor extent;
    std::uint32_t in_stride, out_stride, a_step, b_step;
  };
  unsigned count = 0;
  Step steps[10] = {};

  struct Place {
    unsigned in = 0, out = 0, a = 0, b = 0;
  };
  __device__ Place at(unsigned index) const {
    Place place;
    for (unsigned i = 0; i < count; ++i) {
      const Step& step = steps[i];
      const auto [rest, here] = step.extent.divide(index);
      place.in += here * step.in_stride;
      place.out += here * step.out_stride;
      place.a += here * step.a_step;
      place.b += here * step.b_step;
      index = rest;
    }
    return place;
  }
};

/// @param loops  the fastest first
inline Nest walk_of(const std::vector<Loop>& loops) {
  Nest walk;
  for (const Loop& loop : loops) {
    if (loop.extent == 1) continue;
    walk.steps[walk.count++] = {Divisor(static_cast<std::uint32_t>(loop.extent)),
                                static_cast<std::uint32_t>(loop.in_stride),
                                static_cast<std::uint32_t>(loop.out_stride), loop.a_step, loop.b_step};
  }
  return walk;
}

}  // namespace ch08
