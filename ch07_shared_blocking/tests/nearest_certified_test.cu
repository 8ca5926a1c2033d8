// The certified search is exact where rounding is at its worst. The reference has the same definition of a distance,
// rounding by rounding, so the answers must be the same, index by index.

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#define main nearest_certified_main  // the rung itself, but for its main()
#include "nearest/10_nearest_certified.cu"
#undef main
#include "nearest/k_nearest.hpp"

namespace {

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
std::vector<Input> hard_inputs() {
  const auto cube = [](float shift, float side) {
    return [=](auto number, int) {
      return float3{shift + side * number(0), shift + side * number(1), shift - side * number(2)};
    };
  };
  const auto two_places = [](float side, float apart) {
    return [=](auto number, int i) {
      const float shift = i % 2 == 0 ? 0 : apart;
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

std::vector<int> reference(const Places& points) {
  std::vector<int> nearest;
  for (int query = 0; query < static_cast<int>(points.size()); ++query) {
    nearest.push_back(ch07::reference_k_nearest(points, query, 1)[0]);
  }
  return nearest;
}

template <typename Search>
std::vector<int> certified(const Places& points, int slices, bool by_cells) {
  const tutorial::DeviceBuffer<float3> given(points);
  tutorial::DeviceBuffer<int> nearest(points.size());
  Search search(static_cast<int>(points.size()), slices);
  search.launch(given.data(), by_cells, nearest.data());
  return nearest.to_host();
}

/// What the fast formula says that has neither a centre nor an error.
int uncertified(const Places& points, int query) {
  const float3 p = points[static_cast<std::size_t>(query)];
  float largest = -INFINITY;
  int nearest = -1;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    const float3 q = points[static_cast<std::size_t>(i)];
    const float norm = std::fma(q.z, q.z, std::fma(q.y, q.y, q.x * q.x));
    const float value = std::fma(2 * q.x, p.x, std::fma(2 * q.y, p.y, std::fma(2 * q.z, p.z, -norm)));
    if (i != query && value > largest) {
      largest = value;
      nearest = i;
    }
  }
  return nearest;
}

}  // namespace

TEST_CASE("the certified search is exact, whatever the coordinates, the slices and the order") {
  for (const Input& input : hard_inputs()) {
    CAPTURE(input.name);
    const std::vector<int> right = reference(input.points);
    CHECK(certified<Search<8, 256, true>>(input.points, 1, true) == right);
    CHECK(certified<Search<2, 32, true>>(input.points, 3, false) == right);
    CHECK(certified<Search<4, 64, false>>(input.points, 3, false) == right);
  }
}

TEST_CASE("the inputs are hard: without a bound of its error the fast formula is wrong for many of them") {
  int hard = 0;
  for (const Input& input : hard_inputs()) {
    const std::vector<int> right = reference(input.points);
    for (int query = 0; query < static_cast<int>(right.size()); ++query) {
      if (uncertified(input.points, query) != right[static_cast<std::size_t>(query)]) {
        ++hard;
        break;
      }
    }
  }
  CHECK(hard >= 7);
}

TEST_CASE("slices cover all chunks, each once, and there are enough of them to fill the device") {
  for (const int chunks : {1, 2, 79, 782, 7813}) {
    for (const int query_blocks : {1, 10, 98, 977}) {
      const int slices = ch07::choose_slices(query_blocks, chunks, 132, 5);
      CAPTURE(chunks);
      CAPTURE(query_blocks);
      CHECK(slices >= 1);
      CHECK(slices <= chunks);
      CHECK(ch07::first_chunk(0, slices, chunks) == 0);
      CHECK(ch07::first_chunk(slices, slices, chunks) == chunks);
      for (int slice = 0; slice < slices; ++slice) {
        CHECK(ch07::first_chunk(slice, slices, chunks) < ch07::first_chunk(slice + 1, slices, chunks));
      }
      if (chunks >= 79 && query_blocks >= 10) CHECK(query_blocks * slices >= 132);
    }
  }
}
